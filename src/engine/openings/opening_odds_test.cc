#include "engine/openings/opening_odds.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

/// A wall of 4 m between rooms, whose faces show, and one of 0.5 m.
struct Storey {
  std::vector<RoomShape> rooms = std::vector<RoomShape>(2);
  std::vector<WallPiece> walls = std::vector<WallPiece>(2);

  Storey() {
    for (RoomShape& room : rooms) {
      room.outline.resize(1);
      room.outline[0].coverage = 1;
    }
    walls[0].extent = {0, 4};
    walls[1].extent = {0, 0.5};
    for (WallPiece& wall : walls) {
      wall.front_edge = {0, -1, 0};
      wall.back_edge = EdgeRef{1, -1, 0};
    }
  }
};

/// A doorway that one sees through, with jambs and a head.
FoundOpening doorway(int wall) {
  FoundOpening opening;
  opening.wall = wall;
  opening.span = {0, 0.9};
  opening.head = 2.05;
  opening.measures = VoidMeasures{.inside = 0.1, .other_void = 0.9, .rim = 0.9, .threshold = 0.9};
  return opening;
}

/// What shelves leave free of a wall: low, without rim, and something behind it all over.
FoundOpening shadow(int wall) {
  FoundOpening opening;
  opening.wall = wall;
  opening.span = {0, 0.45};
  opening.sill = 0.6;
  opening.head = 1.3;
  opening.measures = VoidMeasures{.inside = 0.6, .other_void = 0.5, .hidden = 0.4, .rim = 0.4, .beyond = 0.5};
  return opening;
}

TEST(OpeningOdds, ADoorwayIsSureAndAShadowIsNot) {
  const Storey storey;
  EXPECT_GT(chance_of(cues_of(doorway(0), storey.walls, storey.rooms)), 0.95);
  EXPECT_LT(chance_of(cues_of(shadow(1), storey.walls, storey.rooms)), 0.1);
}

TEST(OpeningOdds, WhatMoreLikelyDoesNotExistIsTakenOut) {
  const Storey storey;
  std::vector<FoundOpening> openings = {shadow(1), doorway(0), shadow(0)};
  const std::vector<FoundOpening> doubtful = take_out_doubtful(storey.rooms, storey.walls, openings);
  ASSERT_EQ(openings.size(), 1u);
  EXPECT_EQ(openings[0].head, 2.05);
  EXPECT_GT(openings[0].confidence, 0.95);
  ASSERT_EQ(doubtful.size(), 2u);
  EXPECT_EQ(doubtful[0].wall, 1);
  EXPECT_LT(doubtful[0].confidence, 0.5);
  EXPECT_EQ(doubtful[0].left_out.because, Because::kDoubtful);
  EXPECT_EQ(doubtful[0].left_out.numbers[0], doubtful[0].confidence);
  EXPECT_EQ(openings[0].left_out.because, Because::kNotJudged);
}

TEST(OpeningOdds, DoorsThatWereNotMeasuredAsVoidsStay) {
  const Storey storey;
  FoundOpening flush = shadow(1);
  flush.measures.reset();
  flush.confidence = 0.3;
  std::vector<FoundOpening> openings = {flush};
  EXPECT_TRUE(take_out_doubtful(storey.rooms, storey.walls, openings).empty());
  ASSERT_EQ(openings.size(), 1u);
  EXPECT_EQ(openings[0].confidence, 0.3);
}

TEST(OpeningOdds, TheWallsOwnFacesCount) {
  Storey storey;
  const double shown = chance_of(cues_of(doorway(0), storey.walls, storey.rooms));
  storey.rooms[1].outline[0].coverage = 0.2;
  EXPECT_LT(chance_of(cues_of(doorway(0), storey.walls, storey.rooms)), shown);
  storey.walls[0].back_edge.reset();
  EXPECT_EQ(cues_of(doorway(0), storey.walls, storey.rooms)[10], 1) << "its front alone";
}

}  // namespace
}  // namespace storey
