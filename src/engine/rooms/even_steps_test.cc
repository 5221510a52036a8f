#include "engine/rooms/even_steps.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/scan/lengths.h"
#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

/// A room of 6 x 3 m whose upper wall steps in by `step`, `length` m from its left end.
std::vector<RoomShape> with_step(double step, double length) {
  RoomShape room;
  room.outline = ring_of({{0, 0}, {6, 0}, {6, 3}, {length, 3}, {length, 3 - step}, {0, 3 - step}});
  return {room};
}

TEST(EvenSteps, AWallThatBowsHasNoStep) {
  std::vector<RoomShape> rooms = with_step(0.02, 2);
  EXPECT_TRUE(even_steps(rooms));
  const std::vector<Vec2> outline = corners(rooms[0].outline);
  ASSERT_EQ(outline.size(), 5u);
  EXPECT_NEAR((outline[3] - Vec2(2, 2.99)).norm(), 0, 1e-9) << "its parts meet half way";
  for (const RoomEdge& edge : rooms[0].outline) {
    EXPECT_NEAR(edge.line.offset(edge.from), 0, 1e-9);
    EXPECT_NEAR(edge.line.offset(edge.to), 0, 1e-9);
  }
}

TEST(EvenSteps, WhatStepsByAWallsThicknessIsBuiltSo) {
  std::vector<RoomShape> rooms = with_step(kThinnestWall + 0.001, 2);
  EXPECT_FALSE(even_steps(rooms));
  EXPECT_EQ(corners(rooms[0].outline).size(), 6u);
}

TEST(EvenSteps, AShortPieceThatWouldLieAskewStays) {
  std::vector<RoomShape> rooms = with_step(0.025, 0.3);
  EXPECT_FALSE(even_steps(rooms));
}

TEST(EvenSteps, ChordsOfACurveAreItsOwn) {
  std::vector<RoomShape> rooms = with_step(0.02, 2);
  rooms[0].outline[2].arc = 1;
  EXPECT_FALSE(even_steps(rooms));
}

TEST(EvenSteps, StepsAtTheBeginningOfARingAndOfHolesGoToo) {
  std::vector<RoomShape> rooms = with_step(0.02, 2);
  EdgeRing& outline = rooms[0].outline;
  std::rotate(outline.begin(), outline.begin() + 3, outline.end());
  rooms[0].holes = {with_step(0.02, 2)[0].outline};
  EXPECT_TRUE(even_steps(rooms));
  EXPECT_EQ(corners(outline).size(), 5u);
  EXPECT_EQ(corners(rooms[0].holes[0]).size(), 5u);
}

}  // namespace
}  // namespace storey
