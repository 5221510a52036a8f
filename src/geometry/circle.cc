#include "geometry/circle.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace storey {

Circle fit_circle(std::span<const Vec2> points, std::span<const double> weights) {
  Eigen::MatrixX3d a(points.size(), 3);
  Eigen::VectorXd b(points.size());
  const Vec2& about = points.front();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2 p = points[i] - about;
    const double w = std::sqrt(weights[i]);
    a.row(static_cast<Eigen::Index>(i)) << w * 2 * p.x(), w * 2 * p.y(), w;
    b[static_cast<Eigen::Index>(i)] = w * p.squaredNorm();
  }
  const Eigen::Vector3d solution = a.colPivHouseholderQr().solve(b);
  const Vec2 centre = solution.head<2>();
  return {about + centre, std::sqrt(std::max(0.0, solution[2] + centre.squaredNorm()))};
}

}  // namespace storey
