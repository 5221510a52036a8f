#include "engine/stages/passages.h"

#include <gtest/gtest.h>

#include "engine/stages/stage_test_inputs.h"

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

TEST(Passages, ALeafThatStandsOpenIsNoWallOfACorridor) {
  std::vector<WallFace> faces = wall_with_gap(1.5);
  faces.push_back(seen_face({kFrom, kThickness + 1.0}, {kFrom, kThickness}));  // the wider one of two
  EXPECT_TRUE(is_closed_at(kThickness, faces, 1.5));
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
