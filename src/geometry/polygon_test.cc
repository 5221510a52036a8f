#include "geometry/polygon.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace storey {
namespace {

// 4 x 3 with the upper right 2 x 2 cut out.
const std::vector<Vec2> kEll = {{0, 0}, {4, 0}, {4, 1}, {2, 1}, {2, 3}, {0, 3}};

std::vector<Vec2> moved(std::vector<Vec2> ring, const Vec2& shift) {
  for (Vec2& p : ring) p += shift;
  return ring;
}

TEST(Polygon, AreaIsPositiveCounterClockwise) {
  EXPECT_DOUBLE_EQ(signed_area(kEll), 8);
  std::vector<Vec2> clockwise = kEll;
  std::reverse(clockwise.begin(), clockwise.end());
  EXPECT_DOUBLE_EQ(signed_area(clockwise), -8);
}

TEST(Polygon, MeasuresDoNotSufferFromFarCoordinates) {
  const Vec2 far(4.5e6 + 0.137, -5.4e6 + 0.351);
  EXPECT_NEAR(signed_area(moved(kEll, far)), 8, 1e-7);
  EXPECT_NEAR((centroid(moved(kEll, far)) - far - centroid(kEll)).norm(), 0, 1e-7);
}

TEST(Polygon, CentroidWeighsByArea) {
  // Two rectangles: 4 x 1 about (2, 0.5) and 2 x 2 about (1, 2).
  EXPECT_NEAR(centroid(kEll).x(), (4 * 2.0 + 4 * 1.0) / 8, 1e-12);
  EXPECT_NEAR(centroid(kEll).y(), (4 * 0.5 + 4 * 2.0) / 8, 1e-12);
}

TEST(Polygon, CentroidOfARingWithoutAreaIsOneOfItsPoints) {
  EXPECT_EQ(centroid({{1, 1}, {2, 2}, {3, 3}}), Vec2(1, 1));
}

TEST(Polygon, ContainsKnowsTheNotch) {
  EXPECT_TRUE(contains(kEll, {1, 2.5}));
  EXPECT_TRUE(contains(kEll, {3.5, 0.5}));
  EXPECT_FALSE(contains(kEll, {3, 2}));
  EXPECT_FALSE(contains(kEll, {-0.1, 1}));
}

TEST(Polygon, ContainsCountsARayThroughACornerOnce) {
  const std::vector<Vec2> diamond = {{1, 0}, {2, 1}, {1, 2}, {0, 1}};
  EXPECT_TRUE(contains(diamond, {0.5, 1}));
  EXPECT_FALSE(contains(diamond, {-0.5, 1}));
  EXPECT_FALSE(contains(diamond, {0, 0}));
}

TEST(Polygon, ABowTieIsNotSimple) {
  EXPECT_TRUE(is_simple(kEll));
  EXPECT_FALSE(is_simple({{0, 0}, {2, 2}, {2, 0}, {0, 2}}));
  EXPECT_FALSE(is_simple({{0, 0}, {1, 0}}));
}

TEST(Polygon, SegmentsCrossOnlyWhereBothAreParted) {
  EXPECT_TRUE(segments_cross({0, 0}, {2, 2}, {0, 2}, {2, 0}));
  EXPECT_FALSE(segments_cross({0, 0}, {2, 2}, {3, 0}, {3, 9}));
  EXPECT_FALSE(segments_cross({0, 0}, {1, 0}, {0, 1}, {1, 1}));
}

TEST(Polygon, DistanceToASegmentEndsAtItsEnds) {
  EXPECT_DOUBLE_EQ(distance_to_segment({1, 2}, {0, 0}, {3, 0}), 2);
  EXPECT_DOUBLE_EQ(distance_to_segment({6, 4}, {0, 0}, {3, 0}), 5);
  EXPECT_DOUBLE_EQ(distance_to_segment({3, 4}, {0, 0}, {0, 0}), 5);
}

TEST(Polygon, TheNearestEdgeTellsHowFarARingIs) {
  const std::vector<Vec2> ring = {{0, 0}, {4, 0}, {4, 3}, {0, 3}};
  EXPECT_DOUBLE_EQ(distance_to_ring({1, 1.5}, ring), 1);  // of the edge from the last corner to the first
  EXPECT_DOUBLE_EQ(distance_to_ring({7, 7}, ring), 5);
}

}  // namespace
}  // namespace storey
