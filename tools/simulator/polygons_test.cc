#include "polygons.h"

#include <gtest/gtest.h>

#include <numeric>

namespace storey::simulator {
namespace {

Ring square(double x, double y, double size) {
  return {{x, y}, {x + size, y}, {x + size, y + size}, {x, y + size}};
}

double total(const std::vector<Region>& regions) {
  return std::accumulate(regions.begin(), regions.end(), 0.0,
                         [](double sum, const Region& r) { return sum + area(r); });
}

TEST(Polygons, UniteCountsOverlapsOnce) {
  const auto regions = unite({square(0, 0, 2), square(1, 1, 2)});
  ASSERT_EQ(regions.size(), 1u);
  EXPECT_NEAR(total(regions), 7, 1e-5);
  EXPECT_EQ(regions[0].outer.size(), 8u);
  EXPECT_GT(signed_area(regions[0].outer), 0);
}

TEST(Polygons, SubtractLeavesAHole) {
  const auto regions = subtract({{square(0, 0, 4), {}}}, {square(1, 1, 1)});
  ASSERT_EQ(regions.size(), 1u);
  ASSERT_EQ(regions[0].holes.size(), 1u);
  EXPECT_LT(signed_area(regions[0].holes[0]), 0);
  EXPECT_NEAR(area(regions[0]), 15, 1e-5);
  EXPECT_TRUE(contains(regions[0], {0.5, 0.5}));
  EXPECT_FALSE(contains(regions[0], {1.5, 1.5}));
}

TEST(Polygons, IntersectOfRegionsApartIsEmpty) {
  EXPECT_TRUE(intersect({{square(0, 0, 1), {}}}, {square(2, 2, 1)}).empty());
  EXPECT_NEAR(total(intersect({{square(0, 0, 2), {}}}, {square(1, 1, 2)})), 1, 1e-5);
}

TEST(Polygons, ConvexPiecesFillAnObliqueRegionWithAHole) {
  const auto regions = subtract({{rectangle({1, 2}, {6, 4}, 23), {}}}, {rectangle({1, 2}, {1, 1.5}, 50)});
  const auto pieces = convex_pieces(regions);
  double sum = 0;
  for (const Ring& piece : pieces) {
    EXPECT_GT(signed_area(piece), 0);
    for (std::size_t i = 0; i < piece.size(); ++i) {
      const Point2 a = piece[(i + 1) % piece.size()] - piece[i];
      const Point2 b = piece[(i + 2) % piece.size()] - piece[(i + 1) % piece.size()];
      EXPECT_GE(a.x() * b.y() - a.y() * b.x(), 0);
    }
    sum += signed_area(piece);
  }
  EXPECT_NEAR(sum, 24 - 1.5, 1e-4);
}

TEST(Polygons, ClipKeepsTheLeftSide) {
  const Ring left = clip_convex(square(0, 0, 2), {0.5, 0}, {0, 1});
  EXPECT_NEAR(signed_area(left), 1, 1e-12);
  for (const Point2& p : left) EXPECT_LE(p.x(), 0.5);
  EXPECT_TRUE(clip_convex(square(0, 0, 2), {-1, 0}, {0, 1}).empty());
}

TEST(Polygons, StraightPointsGoAndCornersStay) {
  EXPECT_EQ(without_straight_points({{0, 0}, {1, 0}, {2, 1e-7}, {2, 2}, {0, 2}, {0, 1}}).size(), 4u);
}

}  // namespace
}  // namespace storey::simulator
