#include "engine/gaps/passages.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/test_inputs/stage_test_inputs.h"
#include "geometry/mask.h"

namespace storey {
namespace {

constexpr double kThickness = 0.2;  // m
constexpr double kFrom = 2;         // m: the gap's first jamb

/// The four faces of a wall along x with a gap to the ceiling, `wide` m.
std::vector<WallFace> wall_with_gap(double wide) {
  const double to = kFrom + wide;
  return {seen_face({0, kThickness}, {kFrom, kThickness}), seen_face({to, kThickness}, {8, kThickness}),
          seen_face({8, 0}, {to, 0}), seen_face({kFrom, 0}, {0, 0})};
}

/// Is the gap closed in the plane of the wall's face at `y`?
bool is_closed_at(double y, const std::vector<WallFace>& faces, double wide) {
  Mask barrier({{-1, -1}, 0.04, 250, 60});
  bridge_gaps(StoreyRaster{}, faces, barrier);
  return barrier.get({kFrom + wide / 2, y});
}

/// Is it closed from one of its sides?
bool is_closed(const std::vector<WallFace>& faces, double wide) {
  return is_closed_at(0, faces, wide) || is_closed_at(kThickness, faces, wide);
}

TEST(Passages, JambsOnBothFacesMakeOne) { EXPECT_TRUE(is_closed(wall_with_gap(2.0), 2.0)); }

TEST(Passages, WiderOnesJoinRooms) { EXPECT_FALSE(is_closed(wall_with_gap(3.2), 3.2)); }

TEST(Passages, ANicheIsNone) {
  std::vector<WallFace> faces = wall_with_gap(2.0);
  faces[2] = seen_face({8, 0}, {0, 0});  // the wall's back goes on behind it
  faces.pop_back();
  EXPECT_FALSE(is_closed(faces, 2.0));
}

TEST(Passages, TheMouthOfACorridorIsNone) {
  std::vector<WallFace> faces = wall_with_gap(2.0);
  faces.push_back(seen_face({kFrom, -4}, {kFrom, 4}));  // the corridor's walls, along more rooms than one
  faces.push_back(seen_face({kFrom + 2, 4}, {kFrom + 2, -4}));
  EXPECT_FALSE(is_closed(faces, 2.0));
}

TEST(Passages, AcrossAWallThereIsNone) {
  std::vector<WallFace> faces = wall_with_gap(2.4);
  const double across = kFrom + 0.5;  // the corridor's wall, from which this one is parted by a cupboard
  faces.push_back(seen_face({across, -4}, {across, 4}));
  EXPECT_FALSE(is_closed(faces, 2.4));
}

TEST(Passages, ALeafThatStandsOpenIsNoWallOfACorridor) {
  std::vector<WallFace> faces = wall_with_gap(1.5);
  faces.push_back(seen_face({kFrom, kThickness + 1.0}, {kFrom, kThickness}));  // the wider one of two
  EXPECT_TRUE(is_closed_at(kThickness, faces, 1.5));
}

/// A wall along x that ends at a jamb, and the one that it would meet beyond a door of `wide` m.
std::vector<WallFace> door_at_corner(double wide) {
  const double beside = kFrom + wide;
  return {seen_face({0, kThickness}, {kFrom, kThickness}), seen_face({kFrom, 0}, {0, 0}),
          seen_face({beside, 4}, {beside, -4})};
}

TEST(Passages, ADoorBesideACornerIsClosed) {
  EXPECT_TRUE(is_closed(door_at_corner(0.9), 0.9));
  EXPECT_FALSE(is_closed(door_at_corner(2.0), 2.0));  // nor is it a door
}

TEST(Passages, AWallThatMeetsACorridorDoesNotGoOnAcrossIt) {
  std::vector<WallFace> faces = door_at_corner(1.2);
  faces.push_back(seen_face({kFrom, 0}, {kFrom, -4}));  // the corridor's wall, which shows on one side
  EXPECT_FALSE(is_closed(faces, 1.2));
}

TEST(Passages, NorDoesOneBetweenTwoDoorsOfTheCorridor) {
  std::vector<WallFace> faces = door_at_corner(1.2);
  faces.push_back(seen_face({kFrom, -1}, {kFrom, -4}));
  faces.push_back(seen_face({kFrom, 4}, {kFrom, 1.1}));
  EXPECT_FALSE(is_closed(faces, 1.2));
}

TEST(Passages, BetweenTheWallsOfACorridorThereIsNone) {
  const std::vector<WallFace> stubs = {seen_face({kFrom - 0.4, 0}, {kFrom, 0}),
                                       seen_face({kFrom + 1.2, 0}, {kFrom + 1.6, 0})};
  EXPECT_TRUE(is_closed_at(0, stubs, 1.2));
  std::vector<WallFace> corridor = stubs;
  corridor.push_back(seen_face({kFrom, -1}, {kFrom, 2}));
  corridor.push_back(seen_face({kFrom + 1.2, 2}, {kFrom + 1.2, -1}));
  EXPECT_FALSE(is_closed_at(0, corridor, 1.2));
}

TEST(Passages, AFaceWithoutABackEndsAtNoJamb) {
  std::vector<WallFace> faces = door_at_corner(0.9);
  faces.erase(faces.begin() + 1);
  EXPECT_FALSE(is_closed(faces, 0.9));
}

TEST(Passages, AJambThatShowsEndsAFaceWithoutABack) {
  std::vector<WallFace> faces = door_at_corner(0.9);
  faces[1] = seen_face({kFrom, kThickness}, {kFrom, 0});
  EXPECT_TRUE(is_closed(faces, 0.9));
}

/// A wall that shows from one side up to the gap, and past it from the other.
std::vector<WallFace> wall_from_both_sides(double wide, double thick = 0.1) {
  return {seen_face({0, thick}, {kFrom, thick}), seen_face({8, 0}, {kFrom + wide, 0})};
}

/// Is the middle of the gap closed in the wall's middle?
bool is_closed_across(std::vector<WallFace> faces, double wide, double thick = 0.1) {
  const bool closed = is_closed_at(thick / 2, faces, wide);
  for (WallFace& face : faces) face = flipped(face);
  EXPECT_FALSE(is_closed_at(thick / 2, faces, wide)) << "both look into the wall";
  return closed;
}

TEST(Passages, EachJambMayShowFromAnotherSide) {
  EXPECT_TRUE(is_closed_across(wall_from_both_sides(0.9), 0.9));
  EXPECT_TRUE(is_closed_across(wall_from_both_sides(1.3), 1.3));
  EXPECT_FALSE(is_closed_across(wall_from_both_sides(1.6), 1.6)) << "wider than doors";
  EXPECT_FALSE(is_closed_across(wall_from_both_sides(0.2), 0.2)) << "something stands before its end";
  EXPECT_TRUE(is_closed_across(wall_from_both_sides(0.9, 0.2), 0.9, 0.2));
  EXPECT_FALSE(is_closed_across(wall_from_both_sides(0.9, 0.35), 0.9, 0.35)) << "thicker than partitions";
}

/// The lintels of `cloud`, between walls that stand from x = 4 to 4.25 m but about y = 2 m.
Mask lintels_of(const LevelCloud& cloud) {
  Mask barrier({{-1, -1}, 0.04, 270, 150});
  for (const double x : {4.0, 4.25}) {
    draw(barrier, {x, 0}, {x, 1.6});
    draw(barrier, {x, 2.4}, {x, 4});
  }
  return find_lintels(raster_of(cloud), barrier);
}

/// Share of the opening in `rooms_with_door` over which a lintel was found.
double lintel_share(const Mask& lintel) {
  int found = 0, all = 0;
  for (double y = 1.66; y < 2.34; y += 0.04)
    for (double x = 4.04; x < 4.22; x += 0.04, ++all) found += lintel.get({x, y});
  return static_cast<double>(found) / all;
}

TEST(Passages, ALintelHangsInADoor) {
  LevelCloud cloud = rooms_with_door();
  EXPECT_GT(lintel_share(lintels_of(cloud)), 0.95);
  int n = 0;
  std::erase_if(cloud.surfels, [&](const Surfel&) { return ++n % 11 != 0; });
  EXPECT_GT(lintel_share(lintels_of(cloud)), 0.9)
      << "in a thin scan, floor and soffit show in different cells";
}

TEST(Passages, ABulkheadOverTheHeadsOfDoorsIsNone) {
  const auto found = [](double soffit, double deep) {
    LevelCloud cloud;
    add_room(cloud, {0, 0, 0}, {8, 1.2, 3.2});
    add_surface(cloud, {4, 0, soffit}, {deep, 0, 0}, {0, 1.2, 0});
    std::erase_if(cloud.surfels, [&](const Surfel& s) {
      return s.mean.x() > 4 && s.mean.x() < static_cast<float>(4 + deep) &&
             s.mean.z() > static_cast<float>(soffit + 0.1);
    });
    Mask barrier({{-1, -1}, 0.04, 270, 80});
    draw(barrier, {0, 0}, {8, 0});
    draw(barrier, {0, 1.2}, {8, 1.2});
    return find_lintels(raster_of(cloud), barrier).get({4.2, 0.6}) != 0;
  };
  EXPECT_TRUE(found(2.2, 0.4));
  EXPECT_FALSE(found(2.5, 0.4)) << "a beam";
  EXPECT_FALSE(found(2.8, 0.4));
  EXPECT_FALSE(found(2.2, 0.9)) << "a low ceiling over a part of the corridor";
}

TEST(Passages, ALintelRestsOnWallsAtBothEnds) {
  for (const double away : {0.20, 0.28}) {
    LevelCloud cloud = rooms_with_door();
    add_surface(cloud, {4 - away, 0.8, 2.25}, {0.04, 0, 0}, {0, 0.04, 0});  // a lamp beside one
    EXPECT_EQ(lintels_of(cloud).get({4 - away + 0.02, 0.82}), 0) << away;
  }
}

TEST(Passages, StrayPointsUnderACeilingAreNone) {
  for (const double apart : {0.14, 0.04}) {
    LevelCloud cloud;
    add_room(cloud, {0, 0, 0}, {8, 1.2, 2.4});
    for (double x = 4.0; x < 4.4; x += apart)
      for (double y = 0.1; y < 1.15; y += apart) add_surface(cloud, {x, y, 2.2}, {0.02, 0, 0}, {0, 0.02, 0});
    Mask barrier({{-1, -1}, 0.04, 270, 80});
    draw(barrier, {0, 0}, {8, 0});
    draw(barrier, {0, 1.2}, {8, 1.2});
    const Mask lintel = find_lintels(raster_of(cloud), barrier);
    EXPECT_EQ(std::ranges::count(lintel.cells, 1), 0) << apart;
  }
}

TEST(Passages, TheTopEdgeOfACupboardIsNone) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {2, 4, 2.5});
  std::erase_if(cloud.surfels, [](const Surfel& surfel) { return surfel.mean.y() > 3.4f; });
  add_surface(cloud, {0, 3.4, 0}, {2, 0, 0}, {0, 0, 2.2});
  int n = 0;
  std::erase_if(cloud.surfels, [&](const Surfel&) { return ++n % 17 != 0; });
  Mask barrier({{-1, -1}, 0.04, 100, 150});
  for (const double x : {0.0, 2.0}) draw(barrier, {x, 0}, {x, 4});
  const Mask lintel = find_lintels(raster_of(cloud), barrier);
  EXPECT_EQ(std::count(lintel.cells.begin(), lintel.cells.end(), 1), 0) << "below it, its front shows";
}

TEST(Passages, WhatShowsFromAnotherSideStandsAndEndsThere) {
  std::vector<WallFace> lintel = wall_from_both_sides(0.9), corner = lintel, short_wall = lintel;
  lintel[1].body = 0.3;
  EXPECT_FALSE(is_closed_across(lintel, 0.9));
  short_wall[0] = seen_face({kFrom - 0.4, 0.1}, {kFrom, 0.1});
  EXPECT_FALSE(is_closed_across(short_wall, 0.9));
  corner.push_back(seen_face({kFrom, 4}, {kFrom, 0.1}));
  EXPECT_FALSE(is_closed_across(corner, 0.9)) << "its room ends there";
}

}  // namespace
}  // namespace storey
