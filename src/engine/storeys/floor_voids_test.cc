#include "engine/storeys/floor_voids.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

constexpr double kUpper = 2.8;  // m: the upper floor

/// Two storeys of 8 x 5 m under one ceiling. The upper floor has a hole from x = 5 on that is `wide` m wide.
LevelCloud two_storeys(double wide) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {8, 5, 5.2});
  add_surface(cloud, {0, 0, 2.5}, {5, 0, 0}, {0, 5, 0});
  add_surface(cloud, {0, 0, kUpper}, {5, 0, 0}, {0, 5, 0});
  add_surface(cloud, {5, wide, kUpper}, {3, 0, 0}, {0, 5 - wide, 0});
  return cloud;
}

/// The upper storey's ceiling is known over x < `ceiling_to` (m).
FloorSight sight_in(const LevelCloud& cloud, double ceiling_to = 8) {
  StoreyLevel level;
  level.floor_z = kUpper;
  level.ceiling_z = 5.2;
  const Grid<float> ceiling(frame_over({0, 0}, {8, 5}, kPatchSize, 0), 5.2f);
  Mask known(ceiling.frame);
  for (int r = 0; r < known.frame.rows; ++r)
    for (int c = 0; c < known.frame.columns; ++c) known.at(c, r) = known.frame.centre(c, r).x() < ceiling_to;
  return look_down(flat_patches(cloud.surfels), level, ceiling, known);
}

TEST(FloorVoids, ThroughAVoidOneSeesTheStoreyBelow) {
  const FloorSight sight = sight_in(two_storeys(5));
  EXPECT_GT(sight.depth.size(), 150u);  // of 240
  EXPECT_GT(sight.floor.size(), 250u);  // of 400
  for (const Vec2& p : sight.depth) EXPECT_GT(p.x(), 5);
  for (const Vec2& p : sight.floor) EXPECT_LT(p.x(), 5);
}

TEST(FloorVoids, AStairwellIsNone) { EXPECT_TRUE(sight_in(two_storeys(0.9)).depth.empty()); }

TEST(FloorVoids, AHalfLandingIsNotDeepEnough) {
  LevelCloud cloud = two_storeys(5);
  EXPECT_FALSE(sight_in(cloud).depth.empty());
  add_surface(cloud, {5, 0, kUpper - 1.4}, {3, 0, 0}, {0, 5, 0});
  EXPECT_TRUE(sight_in(cloud).depth.empty());
}

TEST(FloorVoids, AFloorThatWasNotSeenIsNoVoid) {
  LevelCloud cloud = two_storeys(5);
  add_surface(cloud, {5, 0, 2.5}, {3, 0, 0}, {0, 5, 0});  // the ceiling below
  EXPECT_TRUE(sight_in(cloud).depth.empty());
}

TEST(FloorVoids, AFloorThatAThinScanShowsHereAndThereIsNoVoid) {
  LevelCloud cloud = two_storeys(5);
  for (double x = 5; x < 8; x += 0.75)
    for (double y = 0; y < 5; y += 0.75) add_surface(cloud, {x, y, kUpper}, {0.25, 0, 0}, {0, 0.25, 0});
  EXPECT_TRUE(sight_in(cloud).depth.empty());
}

TEST(FloorVoids, UnderNoCeilingTheStoreyBelowWasSeenFromItself) {
  EXPECT_TRUE(sight_in(two_storeys(5), 5).depth.empty());
}

}  // namespace
}  // namespace storey
