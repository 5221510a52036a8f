#include "swept.h"
#line 1
// Stage 4: how thin the cells of a line are about the surface they may show.
#pragma once

#include <vector>

#include "geometry/line.h"

namespace storey {

/// A cell in a line's own coordinates.
struct CurvePoint {
  double along = 0, offset = 0;  ///< m
  double weight = 1;
};

/// m, root mean square about the curve of straight pieces of up to 0.25 m over `extent` that fits best. A
/// surface is thin even if it bends; a line through several sheets close to each other, as about windows,
/// goes from one to the other and fills its band.
double scatter_about_curve(const std::vector<CurvePoint>& points, const Interval& extent);

}  // namespace storey
