// Circles in plan.
#pragma once

#include <span>

#include "geometry/line.h"

namespace storey {

struct Circle {
  Vec2 centre = Vec2::Zero();
  double radius = 0;

  double off(const Vec2& p) const { return (p - centre).norm() - radius; }  ///< positive outside
};

/// Least squares circle through points (Kåsa, IEEE Trans. Instrum. Meas. 25, 1976). \pre three points at
/// least, as many weights
Circle fit_circle(std::span<const Vec2> points, std::span<const double> weights);

}  // namespace storey
