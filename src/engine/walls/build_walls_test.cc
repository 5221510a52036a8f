#include "engine/walls/build_walls.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

RoomShape room_of(const std::vector<Vec2>& points) {
  RoomShape room;
  room.outline = ring_of(points);
  return room;
}

/// Of rooms whose walls were seen from within alone.
std::vector<WallPiece> walls_between(const std::vector<RoomShape>& rooms) { return build_walls(rooms, {}); }

std::vector<WallPiece> two_sided(std::vector<WallPiece> walls) {
  std::erase_if(walls, [](const WallPiece& wall) { return !wall.two_sided(); });
  return walls;
}

TEST(BuildWalls, RoomsBackToBackShareOneWallOfTheirDistance) {
  for (const double thickness : {0.05, 0.115, 0.6}) {
    const std::vector<WallPiece> walls =
        walls_between({room_of(rectangle(0, 0, 4, 3)), room_of(rectangle(4 + thickness, 0, 8, 3))});
    EXPECT_EQ(walls.size(), 7u);
    const std::vector<WallPiece> between = two_sided(walls);
    ASSERT_EQ(between.size(), 1u) << thickness;
    EXPECT_NEAR(between[0].thickness(), thickness, 1e-9);
    EXPECT_NEAR(between[0].extent.length(), 3, 1e-9);
  }
}

TEST(BuildWalls, RoomsFarApartHaveTheirOwnWalls) {
  const std::vector<WallPiece> walls =
      walls_between({room_of(rectangle(0, 0, 4, 3)), room_of(rectangle(4.9, 0, 8, 3))});
  EXPECT_EQ(walls.size(), 8u);
  EXPECT_TRUE(two_sided(walls).empty());
}

TEST(BuildWalls, AWallSeenFromOneSideSaysSo) {
  const std::vector<WallPiece> walls = walls_between({room_of(rectangle(0, 0, 4, 3))});
  ASSERT_EQ(walls.size(), 4u);
  for (const WallPiece& wall : walls) {
    EXPECT_FALSE(wall.two_sided());
    EXPECT_DOUBLE_EQ(wall.thickness(), kAssumedOuterThickness);
    // The room is on the left of the front, and the wall goes on to close both corners.
    EXPECT_GT(wall.front.offset({2, 1.5}), 0);
    for (const Closing& corner : {wall.close_from, wall.close_to}) {
      EXPECT_DOUBLE_EQ(corner.front, kAssumedOuterThickness);
      EXPECT_NEAR(corner.back, kAssumedOuterThickness, 1e-9);
    }
  }
}

/// Where the backs of walls end past the corner of a room at which they turn by so many degrees.
std::vector<double> ends_of_backs(double degrees) {
  const Vec2 corner(4, 0);
  const Vec2 along(std::cos(degrees * M_PI / 180), std::sin(degrees * M_PI / 180));
  std::vector<double> ends;
  for (const WallPiece& wall : walls_between({room_of({{0, 0}, corner, corner + 3 * along, {0, 5}})})) {
    if (wall.front_edge.edge == 0) ends.push_back(wall.close_to.back);
    if (wall.front_edge.edge == 1) ends.push_back(wall.close_from.back);
  }
  return ends;
}

TEST(BuildWalls, TheBacksOfWallsMeetAtBluntCorners) {
  for (const double degrees : {10.0, 45.0, 80.0}) {
    const double mitre = kAssumedOuterThickness * std::tan(degrees / 2 * M_PI / 180);
    const std::vector<double> ends = ends_of_backs(degrees);
    ASSERT_EQ(ends.size(), 2u);
    for (const double end : ends) EXPECT_NEAR(end, mitre, 1e-9) << degrees;
  }
  for (const double end : ends_of_backs(120)) EXPECT_NEAR(end, kAssumedOuterThickness, 1e-9) << "no spike";
}

TEST(BuildWalls, AnAssumedWallNeverReachesIntoARoom) {
  // The second room stands on a corner: its edges are not parallel to the first one's.
  const std::vector<RoomShape> rooms = {room_of(rectangle(0, 0, 4, 3)),
                                        room_of({{4.15, 1.5}, {6, 0}, {8, 1.5}, {6, 3}})};
  for (const WallPiece& wall : walls_between(rooms)) {
    if (wall.front_edge.room != 0 || wall.front_edge.edge != 1) continue;
    EXPECT_LE(wall.thickness(), 0.15);
    EXPECT_GE(wall.thickness(), 0.10);
  }
}

TEST(BuildWalls, AWallRunsPastTheOneThatMeetsIt) {
  const std::vector<WallPiece> walls =
      walls_between({room_of(rectangle(0, 0, 8, 3)), room_of(rectangle(0, 3.2, 3.9, 6)),
                     room_of(rectangle(4.1, 3.2, 8, 6))});
  const std::vector<WallPiece> between = two_sided(walls);
  ASSERT_EQ(between.size(), 2u);
  EXPECT_NEAR(between[0].extent.length(), 8, 1e-9);
  EXPECT_NEAR(between[1].extent.length(), 2.8, 1e-9);
  EXPECT_NEAR(between[0].thickness(), 0.2, 1e-9);
}

TEST(BuildWalls, AChangeOfThicknessParts) {
  const std::vector<WallPiece> walls =
      two_sided(walls_between({room_of(rectangle(0, 0, 8, 3)), room_of(rectangle(0, 3.1, 3.9, 6)),
                               room_of(rectangle(4.1, 3.3, 8, 6))}));
  std::vector<double> along;
  for (const WallPiece& wall : walls)
    if (std::abs(wall.front.direction.x()) > 0.9) along.push_back(wall.thickness());
  std::sort(along.begin(), along.end());
  ASSERT_EQ(along.size(), 2u);
  EXPECT_NEAR(along[0], 0.1, 1e-9);
  EXPECT_NEAR(along[1], 0.3, 1e-9);
}

TEST(BuildWalls, AWallThatTapersIsNotTheOneBeforeIt) {
  const std::vector<WallPiece> walls =
      two_sided(walls_between({room_of(rectangle(0, 0, 8, 3)), room_of(rectangle(0, 3.1, 3.9, 6)),
                               room_of({{4.1, 3.1}, {8, 3.3}, {8, 6}, {4.1, 6}})}));
  std::vector<double> tapers;
  for (const WallPiece& wall : walls)
    if (std::abs(wall.front.direction.x()) > 0.9) tapers.push_back(std::abs(wall.back_to - wall.back_from));
  std::sort(tapers.begin(), tapers.end());
  ASSERT_EQ(tapers.size(), 2u);
  EXPECT_NEAR(tapers[0], 0, 1e-9);
  EXPECT_NEAR(tapers[1], 0.2, 1e-3);
}

TEST(BuildWalls, AWedgeHasTwoDepths) {
  const std::vector<WallPiece> walls = two_sided(
      walls_between({room_of(rectangle(0, 0, 4, 3)), room_of({{0, 3.1}, {4, 3.3}, {4, 6}, {0, 6}})}));
  ASSERT_EQ(walls.size(), 1u);
  const auto [least, most] = std::minmax(walls[0].back_from, walls[0].back_to);
  EXPECT_NEAR(least, 0.1, 0.002);
  EXPECT_NEAR(most, 0.3, 0.002);
}

TEST(BuildWalls, AColumnIsNoWallAndACoreIs) {
  RoomShape hall = room_of(rectangle(0, 0, 10, 8));
  std::vector<Vec2> column = rectangle(2, 2, 2.4, 2.4), core = rectangle(5, 2, 8, 6);
  std::reverse(column.begin(), column.end());
  std::reverse(core.begin(), core.end());
  hall.holes = {ring_of(column)};
  EXPECT_EQ(walls_between({hall}).size(), 4u);
  hall.holes = {ring_of(core)};
  const std::vector<WallPiece> of_both = walls_between({hall});
  EXPECT_EQ(of_both.size(), 8u);
  for (const WallPiece& wall : of_both) EXPECT_DOUBLE_EQ(wall.thickness(), kAssumedOuterThickness);
  const std::vector<WallPiece> walls =
      walls_between({hall, room_of(rectangle(5.2, 2.2, 7.8, 5.8))});  // a room within the room
  EXPECT_EQ(two_sided(walls).size(), 4u);
}

TEST(BuildWalls, NoRoomsNoWalls) { EXPECT_TRUE(walls_between({}).empty()); }

}  // namespace
}  // namespace storey
