#include "geometry/point_sums.h"

#include <gtest/gtest.h>

#include <cmath>

namespace storey {
namespace {

TEST(PointSums, TellTheMeanAndTheScatterAlongAndAcross) {
  PointSums<2> sums;
  for (const double along : {-2.0, 2.0})
    for (const double across : {-1.0, 1.0}) sums.add({5 + along, 3 + across});
  EXPECT_TRUE(sums.mean().isApprox(Eigen::Vector2d(5, 3)));
  const auto [values, vectors] = sums.scatter();
  EXPECT_NEAR(values[0], 1, 1e-12);
  EXPECT_NEAR(values[1], 4, 1e-12);
  EXPECT_NEAR(std::abs(vectors.col(1).x()), 1, 1e-12);
}

TEST(PointSums, HeavyPointsCountAsSoMany) {
  PointSums<3> heavy, many;
  heavy.add({1, 2, 3}, 3);
  heavy.add({4, 4, 4});
  for (int i = 0; i < 3; ++i) many.add({1, 2, 3});
  PointSums<3> more;
  more.add({4, 4, 4});
  many.add(more);
  EXPECT_TRUE(heavy.mean().isApprox(many.mean()));
  EXPECT_TRUE(heavy.square.isApprox(many.square));
  EXPECT_TRUE(heavy.scatter().values.isApprox(many.scatter().values, 1e-9));
}

}  // namespace
}  // namespace storey
