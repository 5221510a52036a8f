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

/// What is left of openings in two walls, each with a face of its own.
std::vector<FoundOpening> joined(std::vector<FoundOpening> openings, bool curtain_wall = false) {
  std::vector<RoomShape> rooms(1);
  rooms[0].outline.resize(2);
  std::vector<WallPiece> walls(2);
  std::vector<WallFace> faces = {seen_face({0, 0}, {6, 0}), seen_face({6, 0}, {6, 6})};
  for (int i = 0; i < 2; ++i) {
    rooms[0].outline[static_cast<std::size_t>(i)].faces = {i};
    walls[static_cast<std::size_t>(i)].front_edge = {0, -1, i};
    faces[static_cast<std::size_t>(i)].curtain_wall = curtain_wall;
  }
  join_over_frames(rooms, walls, faces, openings);
  return openings;
}

TEST(Frames, TransomsPartNoOpening) {
  const auto whole = joined(
      {opening(0, {1, 2.4}, 2.16, 2.5), opening(0, {1, 2.4}, 1.45, 2.1), opening(0, {1, 2.4}, 0.4, 1.4)});
  ASSERT_EQ(whole.size(), 1u);
  EXPECT_EQ(whole[0].sill, 0.4);
  EXPECT_EQ(whole[0].head, 2.5);
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

}  // namespace
}  // namespace storey
