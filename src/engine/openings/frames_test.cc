#include "engine/openings/frames.h"

#include <gtest/gtest.h>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

FoundOpening opening(int wall, Interval span, double sill, double head) {
  FoundOpening found;
  found.wall = wall;
  found.type = sill > 0 ? OpeningType::kWindow : OpeningType::kDoor;
  found.span = span;
  found.sill = sill;
  found.head = head;
  return found;
}

/// Two walls of a room, each with a face of its own.
struct TwoWalls {
  std::vector<RoomShape> rooms = std::vector<RoomShape>(1);
  std::vector<WallPiece> walls = std::vector<WallPiece>(2);
  std::vector<WallFace> faces = {seen_face({0, 0}, {6, 0}), seen_face({6, 0}, {6, 6})};

  explicit TwoWalls(bool curtain_walls) {
    rooms[0].outline.resize(2);
    for (int i = 0; i < 2; ++i) {
      rooms[0].outline[static_cast<std::size_t>(i)].faces = {i};
      walls[static_cast<std::size_t>(i)].front_edge = {0, -1, i};
      faces[static_cast<std::size_t>(i)].curtain_wall = curtain_walls;
    }
  }
};

/// What is left of the openings of two walls.
std::vector<FoundOpening> joined(std::vector<FoundOpening> openings, bool curtain_walls = false) {
  const TwoWalls in(curtain_walls);
  join_over_frames(in.rooms, in.walls, in.faces, openings);
  return openings;
}

/// How many of the openings of two walls, each less likely than those before it, are left.
std::size_t parted(std::vector<FoundOpening> openings, bool curtain_walls = false) {
  const TwoWalls in(curtain_walls);
  const std::size_t all = openings.size();
  double chance = 1;
  for (FoundOpening& opening : openings) opening.confidence = chance -= 0.1;
  const std::vector<FoundOpening> taken = take_out_unparted(in.rooms, in.walls, in.faces, openings);
  EXPECT_EQ(openings.size() + taken.size(), all);
  for (const FoundOpening& one : taken) EXPECT_EQ(one.left_out.because, Because::kNoJambBetween);
  EXPECT_EQ(openings.front().confidence, 0.9);
  return openings.size();
}

TEST(Frames, TransomsPartNoOpening) {
  const auto whole = joined(
      {opening(0, {1, 2.4}, 2.16, 2.5), opening(0, {1, 2.4}, 1.45, 2.1), opening(0, {1, 2.4}, 0.4, 1.4)});
  ASSERT_EQ(whole.size(), 1u);
  EXPECT_EQ(whole[0].sill, 0.4);
  EXPECT_EQ(whole[0].head, 2.5);
  EXPECT_EQ(joined({opening(0, {1, 2.4}, 0.4, 2.37), opening(0, {1, 2.4}, 2.49, 3.0)}).size(), 1u)
      << "as wide as the mullions of a factory's windows";
}

TEST(Frames, LintelsAreNoTransoms) {
  EXPECT_EQ(joined({opening(0, {1, 1.9}, 0, 2.0), opening(0, {1, 1.9}, 2.2, 2.6)}).size(), 2u);
}

TEST(Frames, TransomsLieInOneWallOverOneOpening) {
  EXPECT_EQ(joined({opening(0, {1, 1.9}, 0, 2.0), opening(1, {1, 1.9}, 2.05, 2.6),
                    opening(0, {1.6, 2.5}, 2.05, 2.6)})
                .size(),
            3u);
}

TEST(Frames, MullionsPartNoWindow) {
  auto casements = std::vector{opening(0, {2.1, 3.1}, 0.8, 2.3), opening(0, {1, 2}, 0.8, 2.3),
                               opening(0, {3.2, 4.2}, 0.8, 2.3)};
  casements[2].jamb_sigma = 0.02;
  const auto whole = joined(casements);
  ASSERT_EQ(whole.size(), 1u);
  EXPECT_EQ(whole[0].span.from, 1);
  EXPECT_EQ(whole[0].span.to, 4.2);
  EXPECT_EQ(whole[0].jamb_sigma, 0.02);
  EXPECT_EQ(joined(casements, true).size(), 3u) << "bays of a curtain wall";
}

TEST(Frames, PiersAndOtherHeightsPartWindows) {
  EXPECT_EQ(joined({opening(0, {1, 2}, 0.8, 2.3), opening(0, {2.25, 3.1}, 0.8, 2.3)}).size(), 2u);
  EXPECT_EQ(joined({opening(0, {1, 2}, 0.8, 2.3), opening(0, {2.1, 3.1}, 1.2, 2.3)}).size(), 2u);
  EXPECT_EQ(joined({opening(0, {1, 2}, 0, 2.3), opening(0, {2.1, 3.1}, 0, 2.3)}).size(), 2u) << "doors";
}

TEST(Frames, AJambPartsOpenings) {
  const FoundOpening door = opening(0, {1, 1.7}, 0, 2.05);
  EXPECT_EQ(parted({door, opening(0, {1.7, 2.2}, 0, 1.9)}), 1u);
  EXPECT_EQ(parted({door, opening(0, {0.5, 1.02}, 0.8, 1.9)}), 1u);
  EXPECT_EQ(parted({door, opening(0, {1.8, 2.3}, 0, 1.9)}), 2u);
  EXPECT_EQ(parted({door, opening(1, {1.7, 2.2}, 0, 1.9)}), 2u) << "another wall";
  EXPECT_EQ(parted({door, opening(0, {1, 1.7}, 2.3, 2.6)}), 2u) << "over it";
  EXPECT_EQ(parted({door, opening(0, {1.7, 2.2}, 0, 1.9)}, true), 2u) << "bays of a curtain wall";
}

}  // namespace
}  // namespace storey
