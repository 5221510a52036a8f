#include "geometry/circle.h"

#include <gtest/gtest.h>

#include <vector>

namespace storey {
namespace {

TEST(FitCircle, GoesThroughPointsOfACircle) {
  std::vector<Vec2> points;
  for (const double angle : {0.2, 0.7, 1.1, 2.5})
    points.emplace_back(4 + 3 * std::cos(angle), 3 * std::sin(angle));
  const std::vector<double> weights(points.size(), 1);
  const Circle circle = fit_circle(points, weights);
  EXPECT_NEAR(circle.centre.x(), 4, 1e-9);
  EXPECT_NEAR(circle.centre.y(), 0, 1e-9);
  EXPECT_NEAR(circle.radius, 3, 1e-9);
  EXPECT_NEAR(circle.off({4, 5}), 2, 1e-9);
  EXPECT_NEAR(circle.off({4, 1}), -2, 1e-9);
}

TEST(FitCircle, HeavyPointsCountMore) {
  const std::vector<Vec2> points = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1.2, 0}};
  const std::vector<double> even(points.size(), 1), heavy = {1, 1, 1, 1, 100};
  EXPECT_LT(std::abs(fit_circle(points, heavy).off({1.2, 0})),
            std::abs(fit_circle(points, even).off({1.2, 0})));
}

}  // namespace
}  // namespace storey
