#include "engine/stages/find_openings.h"

#include <gtest/gtest.h>

#include "engine/stages/stage_test_inputs.h"

namespace storey {
namespace {

/// A room of 4 x 3 x 2.5 m. In its lower wall, which is an outer one, a panel of 0.8 x 1.7 m lies `depth` (m)
/// behind the face.
LevelCloud room_with_panel(double depth) {
  using Eigen::Vector3d;
  constexpr double kLeft = 1.5, kRight = 2.3, kSill = 0.4, kHead = 2.1;
  LevelCloud cloud;
  add_surface(cloud, {0, 0, 0}, {4, 0, 0}, {0, 3, 0});
  add_surface(cloud, {0, 0, 2.5}, {4, 0, 0}, {0, 3, 0});
  add_surface(cloud, {0, 3, 0}, {4, 0, 0}, {0, 0, 2.5});
  add_surface(cloud, {0, 0, 0}, {0, 3, 0}, {0, 0, 2.5});
  add_surface(cloud, {4, 0, 0}, {0, 3, 0}, {0, 0, 2.5});
  const Vector3d width(kRight - kLeft, 0, 0), height(0, 0, kHead - kSill), out(0, -depth, 0);
  add_surface(cloud, {0, 0, 0}, {kLeft, 0, 0}, {0, 0, 2.5});
  add_surface(cloud, {kRight, 0, 0}, {4 - kRight, 0, 0}, {0, 0, 2.5});
  add_surface(cloud, {kLeft, 0, 0}, width, {0, 0, kSill});
  add_surface(cloud, {kLeft, 0, kHead}, width, {0, 0, 2.5 - kHead});
  add_surface(cloud, {kLeft, 0, kSill}, out, height);
  add_surface(cloud, {kRight, 0, kSill}, out, height);
  add_surface(cloud, {kLeft, 0, kSill}, out, width);
  add_surface(cloud, {kLeft, 0, kHead}, out, width);
  add_surface(cloud, {kLeft, -depth, kSill}, width, height);
  return cloud;
}

std::size_t openings_at_depth(double depth) {
  const LevelCloud cloud = room_with_panel(depth);
  WallPiece wall;
  wall.front = {Vec2(0, 0), Vec2::UnitX()};
  wall.extent = {0, 4};
  wall.back_from = wall.back_to = kAssumedOuterThickness;
  return find_openings(cloud, raster_of(cloud), {wall}, 0.002).size();
}

TEST(FindOpenings, WallBehindItsCasingsIsNoWindow) {
  EXPECT_EQ(openings_at_depth(0.025), 0u);
  EXPECT_EQ(openings_at_depth(0.04), 0u);
}

TEST(FindOpenings, ABlindDeepInItsRevealIsAWindow) { EXPECT_EQ(openings_at_depth(0.12), 1u); }

}  // namespace
}  // namespace storey
