#include "engine/walls/find_columns.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/test_inputs/stage_test_inputs.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

/// A room with one hole along `ring` (clockwise), which `faces` show.
RoomShape room_with_hole(const std::vector<Vec2>& ring) {
  RoomShape room;
  const std::vector<Vec2> outline = rectangle(0, 0, 6, 6);
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec2 &from = outline[i], &to = outline[(i + 1) % outline.size()];
    room.outline.push_back({{from, (to - from).normalized()}, from, to, {}, 1.0});
  }
  EdgeRing hole;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2 &from = ring[i], &to = ring[(i + 1) % ring.size()];
    hole.push_back({{from, (to - from).normalized()}, from, to, {}, 1.0});
  }
  room.holes.push_back(std::move(hole));
  return room;
}

std::vector<Vec2> clockwise(std::vector<Vec2> ring) {
  std::reverse(ring.begin(), ring.end());
  return ring;
}

/// Corners of the column that comes out of the hole `ring` with a face on each of `sides`.
std::size_t corners_of_column(const std::vector<Vec2>& ring, const std::vector<WallFace>& sides) {
  std::vector<RoomShape> rooms = {room_with_hole(ring)};
  shape_columns(sides, {}, rooms);
  return rooms[0].holes.empty() ? 0 : rooms[0].holes[0].size();
}

TEST(FindColumns, AnIslandUnderAHoodIsNoColumn) {
  const std::vector<Vec2> ring = clockwise(rectangle(1, 1, 2.2, 1.6));
  std::vector<WallFace> sides = faces_around(ring);
  for (WallFace& side : sides) side.cues = FaceCues{};  // in some part of the height it does not show at all
  EXPECT_EQ(corners_of_column(ring, sides), 0u);
  for (WallFace& side : sides) side.cues->fill(0.5);
  EXPECT_EQ(corners_of_column(ring, sides), 4u);
}

/// Corners of a round pillar that stands at (2, 2), clockwise.
std::vector<Vec2> round_pillar() {
  std::vector<Vec2> ring;
  for (int i = 0; i < 8; ++i) {
    const double angle = -2 * M_PI * i / 8;
    ring.push_back(Vec2(2, 2) + 0.25 * Vec2(std::cos(angle), std::sin(angle)));
  }
  return ring;
}

StandingColumn column_at(const Vec2& centre) { return round_column(centre, 0.25, 0.02); }

TEST(FindColumns, ARoundPillarIsRound) {
  std::vector<RoomShape> rooms = {room_with_hole(round_pillar())};
  EXPECT_TRUE(shape_columns(faces_around(round_pillar()), {column_at({2, 2})}, rooms).empty());
  ASSERT_EQ(rooms[0].holes.size(), 1u);
  EXPECT_EQ(rooms[0].holes[0].size(), 24u);
}

TEST(FindColumns, ASquarePillarThatStandsAloneIsWhatItWasFound) {
  StandingColumn square{{2, 2}, 0.36, rectangle(1.75, 1.75, 2.25, 2.25), 0.02, {}};
  std::vector<RoomShape> rooms = {room_with_hole(clockwise(rectangle(1.8, 1.7, 2.3, 2.2)))};
  EXPECT_TRUE(shape_columns({}, {square}, rooms).empty());
  ASSERT_EQ(rooms[0].holes.size(), 1u);
  EXPECT_NEAR(signed_area(corners(rooms[0].holes[0])), -0.25, 1e-9);
  EXPECT_TRUE(contains(corners(rooms[0].holes[0]), {1.76, 1.76}));
}

TEST(FindColumns, APillarStandsInTheInnerOfTwoRooms) {
  std::vector<RoomShape> rooms = {room_with_hole(clockwise(rectangle(1, 1, 4, 4)))};
  shape_columns({}, {column_at({2, 2})}, rooms);
  ASSERT_EQ(rooms[0].holes.size(), 1u);
  EXPECT_EQ(rooms[0].holes[0].size(), 4u);  // the inner room
}

TEST(FindColumns, ARoundPillarThatStandsInAWallIsAttached) {
  std::vector<RoomShape> rooms = {room_with_hole({})};
  rooms[0].holes.clear();
  const std::vector<EdgeRing> attached =
      shape_columns({}, {column_at({2, 2}), column_at({0.1, 3}), column_at({-1, 3})}, rooms);
  ASSERT_EQ(rooms[0].holes.size(), 1u);
  EXPECT_NEAR(std::abs(signed_area(corners(rooms[0].holes[0]))), M_PI * 0.25 * 0.25, 0.003);
  ASSERT_EQ(attached.size(), 1u);  // the third one stands in no room
  EXPECT_LT(signed_area(corners(attached[0])), 0);
}

TEST(FindColumns, OfTwinPillarsOneIsAHole) {
  std::vector<RoomShape> rooms = {room_with_hole({})};
  rooms[0].holes.clear();
  EXPECT_EQ(shape_columns({}, {column_at({2, 2}), column_at({2.3, 2.1})}, rooms).size(), 1u);
  EXPECT_EQ(rooms[0].holes.size(), 1u);
}

TEST(FindColumns, ASliverIsNone) {
  std::vector<RoomShape> rooms = {room_with_hole(clockwise({{1, 1}, {5, 1}, {3, 1.1}}))};
  shape_columns({}, {}, rooms);
  EXPECT_TRUE(rooms[0].holes.empty());
}

TEST(FindColumns, WhatNoFaceShowsIsNone) {
  std::vector<Vec2> ring = clockwise(rectangle(1, 1, 1.4, 1.4));
  std::vector<RoomShape> rooms = {room_with_hole(ring)};
  for (RoomEdge& edge : rooms[0].holes[0]) edge.coverage = 0;
  shape_columns({}, {}, rooms);
  EXPECT_TRUE(rooms[0].holes.empty());
}

TEST(FindColumns, ALongIslandThatFacesShowStaysAsItIs) {
  const std::vector<Vec2> ring = clockwise({{1, 1}, {3, 1}, {3, 1.1}, {2, 1.1}, {2, 1.3}, {1, 1.3}});
  std::vector<RoomShape> rooms = {room_with_hole(ring)};
  shape_columns({}, {}, rooms);
  ASSERT_EQ(rooms[0].holes.size(), 1u);
  EXPECT_EQ(rooms[0].holes[0].size(), 6u);
}

}  // namespace
}  // namespace storey
