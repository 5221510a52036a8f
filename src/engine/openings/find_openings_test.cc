#include "engine/openings/find_openings.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/openings/opening_odds.h"
#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

/// In a wall, m.
struct Panel {
  double depth = 0.12;  // behind the face
  double width = 0.8;
  double sill = 0.4, head = 2.1;
};

/// A room of 4 x 3 x 2.5 m with a panel in its lower wall, which is an outer one.
LevelCloud room_with(const Panel& panel) {
  using Eigen::Vector3d;
  const double kLeft = 1.5, kRight = kLeft + panel.width, kSill = panel.sill, kHead = panel.head;
  LevelCloud cloud;
  add_surface(cloud, {0, 0, 0}, {4, 0, 0}, {0, 3, 0});
  add_surface(cloud, {0, 0, 2.5}, {4, 0, 0}, {0, 3, 0});
  add_surface(cloud, {0, 3, 0}, {4, 0, 0}, {0, 0, 2.5});
  add_surface(cloud, {0, 0, 0}, {0, 3, 0}, {0, 0, 2.5});
  add_surface(cloud, {4, 0, 0}, {0, 3, 0}, {0, 0, 2.5});
  const Vector3d width(kRight - kLeft, 0, 0), height(0, 0, kHead - kSill), out(0, -panel.depth, 0);
  add_surface(cloud, {0, 0, 0}, {kLeft, 0, 0}, {0, 0, 2.5});
  add_surface(cloud, {kRight, 0, 0}, {4 - kRight, 0, 0}, {0, 0, 2.5});
  add_surface(cloud, {kLeft, 0, 0}, width, {0, 0, kSill});
  add_surface(cloud, {kLeft, 0, kHead}, width, {0, 0, 2.5 - kHead});
  add_surface(cloud, {kLeft, 0, kSill}, out, height);
  add_surface(cloud, {kRight, 0, kSill}, out, height);
  add_surface(cloud, {kLeft, 0, kSill}, out, width);
  add_surface(cloud, {kLeft, 0, kHead}, out, width);
  add_surface(cloud, {kLeft, -panel.depth, kSill}, width, height);
  return cloud;
}

/// What is found on walls of which all faces show, and more likely exists than not.
std::vector<FoundOpening> likely_openings(const LevelCloud& cloud, const std::vector<WallPiece>& walls) {
  RoomShape room;
  room.outline.resize(1);
  room.outline[0].coverage = 1;
  std::vector<FoundOpening> openings = find_openings(cloud, raster_of(cloud), walls, 0.002);
  take_out_doubtful({room}, walls, openings);
  return openings;
}

WallPiece outer_wall(const Vec2& from, const Vec2& to) {
  WallPiece wall;
  wall.front = {from, (to - from).normalized()};
  wall.extent = {0, (to - from).norm()};
  wall.back_from = wall.back_to = kAssumedOuterThickness;
  return wall;
}

std::size_t openings_with(const Panel& panel) {
  return likely_openings(room_with(panel), {outer_wall({0, 0}, {4, 0})}).size();
}

TEST(FindOpenings, WallBehindItsCasingsIsNoWindow) {
  EXPECT_EQ(openings_with({.depth = 0.025}), 0u);
  EXPECT_EQ(openings_with({.depth = 0.04}), 0u);
}

TEST(FindOpenings, ABlindDeepInItsRevealIsAWindow) { EXPECT_EQ(openings_with({.depth = 0.12}), 1u); }

TEST(FindOpenings, ANicheIsNoWindow) {
  EXPECT_EQ(openings_with({.depth = 0.45, .width = 1.2, .sill = 0.8, .head = 2.0}), 0u) << "books";
  EXPECT_EQ(openings_with({.depth = 0.70, .width = 1.2, .sill = 0.8, .head = 2.0}), 0u)
      << "deeper than walls";
}

/// The windows of 1.4 m in a wall that ends and goes on at x = 2.3 m, stepping by `step` m and turning by
/// `slope`.
std::vector<FoundOpening> windows_of_uneven_wall(float step, float slope) {
  constexpr float kEnds = 2.3F;
  LevelCloud cloud = room_with({.width = 1.4, .sill = 0.8});
  for (Surfel& surfel : cloud.surfels)
    if (surfel.mean.y() < 1 && surfel.mean.x() > kEnds)
      surfel.mean.y() += step + slope * (surfel.mean.x() - kEnds);
  return likely_openings(
      cloud, {outer_wall({0, 0}, {kEnds, 0}), outer_wall({kEnds, step}, {4, step + slope * (4 - kEnds)})});
}

TEST(FindOpenings, AWindowGoesOnWhereItsWallBendsOrSteps) {
  for (const auto& windows : {windows_of_uneven_wall(0, 0.05F), windows_of_uneven_wall(0.03F, 0)}) {
    ASSERT_EQ(windows.size(), 1u);
    EXPECT_NEAR(windows[0].span.length(), 1.4, 0.05);
    EXPECT_EQ(windows[0].wall, 0) << "which has the more of it";
  }
}

TEST(FindOpenings, WhatBeginsOverHeadsAndReachesTheCeilingIsNone) {
  EXPECT_EQ(openings_with({.width = 1.6, .sill = 1.9, .head = 2.5}), 0u);
  EXPECT_EQ(openings_with({.sill = 0.8, .head = 2.5}), 1u) << "its head is hidden";
}

WallPiece wall_between_rooms(double length, double thickness) {
  WallPiece wall;
  wall.front = {Vec2(0, 0), Vec2::UnitX()};
  wall.extent = {0, length};
  wall.back_from = wall.back_to = thickness;
  wall.back_edge = EdgeRef{};
  return wall;
}

/// A wall of 0.1 m with a doorway of 1.3 x 2.3 m, both faces hit once in every 125 cm², and so seldom that
/// few of its reveals' heights show.
std::size_t openings_of_thin_scan() {
  constexpr int kOnFace = 800, kOnJamb = 6;
  constexpr double kLeft = 1.3, kRight = 2.6, kHead = 2.3;
  LevelCloud cloud;
  for (const double y : {0.0, -3.1}) {
    add_surface(cloud, {0, y, 0}, {4, 0, 0}, {0, 3, 0});
    add_surface(cloud, {0, y, 2.5}, {4, 0, 0}, {0, 3, 0});
  }
  for (const double y : {0.0, -0.1})
    for (int i = 0; i < kOnFace; ++i) {
      const double x = 4 * std::fmod(0.618034 * i, 1), z = 2.5 * std::fmod(0.754878 * i + y, 1);
      if (x > kLeft && x < kRight && z < kHead) continue;
      cloud.surfels.push_back({Eigen::Vector3d(x, y, z).cast<float>(), 1, 1});
    }
  for (const double x : {kLeft, kRight})
    for (int i = 0; i < kOnJamb; ++i)
      cloud.surfels.push_back({Eigen::Vector3d(x, -0.05, (i + 0.5) * kHead / kOnJamb).cast<float>(), 1, 1});
  return likely_openings(cloud, {wall_between_rooms(4, 0.1)}).size();
}

TEST(FindOpenings, OfAThinScanRevealsShowSeldom) { EXPECT_EQ(openings_of_thin_scan(), 1u); }

/// In both faces of a wall, m.
struct Void {
  double sill, head, left, right;
};

/// Two rooms of 4 x 3 x 2.5 m, but their outer walls, to both sides of a wall in y = 0, whose faces leave out
/// a void.
void add_rooms_with_void(LevelCloud& cloud, double thickness, const Void& left_out) {
  const double width = left_out.right - left_out.left;
  for (const double y : {0.0, -3 - thickness})
    for (const double z : {0.0, 2.5}) add_surface(cloud, {0, y, z}, {4, 0, 0}, {0, 3, 0});
  for (const double y : {0.0, -thickness}) {
    add_surface(cloud, {0, y, 0}, {left_out.left, 0, 0}, {0, 0, 2.5});
    add_surface(cloud, {left_out.right, y, 0}, {4 - left_out.right, 0, 0}, {0, 0, 2.5});
    add_surface(cloud, {left_out.left, y, 0}, {width, 0, 0}, {0, 0, left_out.sill});
    add_surface(cloud, {left_out.left, y, left_out.head}, {width, 0, 0}, {0, 0, 2.5 - left_out.head});
  }
}

/// What is found in a wall of 0.2 m between two rooms whose faces both leave out 1.4 x 0.9 m, 1 m above the
/// floor; with reveals, as in a hatch, or without, as behind cupboards to both sides.
std::vector<FoundOpening> openings_in_void(bool reveals) {
  using Eigen::Vector3d;
  constexpr double kLeft = 1.3, kRight = 2.7, kSill = 1.0, kHead = 1.9, kThick = 0.2;
  LevelCloud cloud;
  add_rooms_with_void(cloud, kThick, {.sill = kSill, .head = kHead, .left = kLeft, .right = kRight});
  const Vector3d depth(0, -kThick, 0);
  if (reveals) {
    for (const double z : {kSill, kHead}) add_surface(cloud, {kLeft, 0, z}, {kRight - kLeft, 0, 0}, depth);
    for (const double x : {kLeft, kRight}) add_surface(cloud, {x, 0, kSill}, {0, 0, kHead - kSill}, depth);
  }
  return likely_openings(cloud, {wall_between_rooms(4, kThick)});
}

TEST(FindOpenings, AHatchShowsItsReveals) {
  const std::vector<FoundOpening> openings = openings_in_void(true);
  ASSERT_EQ(openings.size(), 1u);
  EXPECT_EQ(openings[0].type, OpeningType::kOpening);
  EXPECT_NEAR(openings[0].sill, 1.0, 0.03);
  EXPECT_NEAR(openings[0].head, 1.9, 0.03);
  EXPECT_TRUE(openings_in_void(false).empty());
}

/// What is found in a wall of 0.3 m between two rooms whose faces leave out a doorway, with a sheet inside
/// that goes on past the doorway by so much (m).
std::size_t openings_before_sheet(double past) {
  constexpr double kLeft = 1.5, kRight = 2.4, kHead = 2.0, kThick = 0.3, kDepth = 0.12;
  LevelCloud cloud;
  add_rooms_with_void(cloud, kThick, {.sill = 0, .head = kHead, .left = kLeft, .right = kRight});
  add_surface(cloud, {kLeft - past, -kDepth, 0}, {kRight - kLeft + 2 * past, 0, 0}, {0, 0, kHead + past});
  return likely_openings(cloud, {wall_between_rooms(4, kThick)}).size();
}

TEST(FindOpenings, WhatFillsOneEndsAtItsRim) {
  EXPECT_EQ(openings_before_sheet(0), 1u) << "a leaf";
  EXPECT_EQ(openings_before_sheet(0.4), 0u) << "the wall, behind fronts of cupboards";
}

/// A wall of 0.15 m between a corridor of 86 m and what lies behind, with a door every 2.35 m.
std::size_t doors_along_a_corridor(int doors) {
  constexpr double kLength = 86, kDepth = 1, kHeight = 2.5, kThick = 0.15, kWidth = 0.9, kHead = 2.05;
  constexpr double kPitch = 2.35, kFirst = 1;
  LevelCloud cloud;
  for (const double y : {0.0, -kDepth - kThick})
    for (const double z : {0.0, kHeight}) add_surface(cloud, {0, y, z}, {kLength, 0, 0}, {0, kDepth, 0});
  double end = 0;
  for (int door = 0; door <= doors; ++door) {
    const double from = door < doors ? kFirst + door * kPitch : kLength;
    for (const double y : {0.0, -kThick}) {
      add_surface(cloud, {end, y, 0}, {from - end, 0, 0}, {0, 0, kHeight});
      if (door < doors) add_surface(cloud, {from, y, kHead}, {kWidth, 0, 0}, {0, 0, kHeight - kHead});
    }
    end = from + kWidth;
    if (door == doors) break;
    for (const double z : {0.0, kHead})
      add_surface(cloud, {from, -kThick, z}, {kWidth, 0, 0}, {0, kThick, 0});
    for (const double x : {from, end}) add_surface(cloud, {x, -kThick, 0}, {0, kThick, 0}, {0, 0, kHead});
  }
  return likely_openings(cloud, {wall_between_rooms(kLength, kThick)}).size();
}

TEST(FindOpenings, AWallHasAsManyDoorsAsItHas) { EXPECT_EQ(doors_along_a_corridor(36), 36u); }

}  // namespace
}  // namespace storey
