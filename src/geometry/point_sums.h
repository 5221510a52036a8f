// Where weighted points lie, and how they scatter.
#pragma once

#include <Eigen/Core>

#include "geometry/eigenvalues.h"

namespace storey {

/// Moments of points, as a line or plane through them by total least squares asks for.
template <int Dimensions>
struct PointSums {
  using Point = Eigen::Matrix<double, Dimensions, 1>;
  using Square = Eigen::Matrix<double, Dimensions, Dimensions>;

  double weight = 0;
  Point sum = Point::Zero();
  Square square = Square::Zero();

  void add(const Point& p, double of = 1) {
    weight += of;
    sum += of * p;
    square += p * (of * p).transpose();
  }
  void add(const PointSums& more) {
    weight += more.weight;
    sum += more.sum;
    square += more.square;
  }
  Point mean() const { return sum / weight; }
  /// The directions in which they scatter about the mean, least first, with the squares of how far.
  Eigenpairs<Square> scatter() const {
    const Point middle = mean();
    return eigenpairs(Square(square / weight - middle * middle.transpose()));
  }
};

}  // namespace storey
