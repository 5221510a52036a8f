#include "engine/openings/move_openings.h"

#include <gtest/gtest.h>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

WallPiece wall_along(const Vec2& from, const Vec2& to, double thickness) {
  WallPiece wall;
  wall.front = {from, (to - from).normalized()};
  wall.extent = {0, (to - from).norm()};
  wall.back_from = wall.back_to = thickness;
  return wall;
}

FoundOpening opening_on(int wall, const Interval& span) {
  FoundOpening opening;
  opening.wall = wall;
  opening.span = span;
  return opening;
}

TEST(MoveOpenings, AnOpeningKeepsItsPlaceOnAWallDrawnAnew) {
  const std::vector<WallPiece> before = {wall_along({0, 0}, {6, 0}, 0.2)};
  // Before it: a wall around the corner and one in parallel. It begins elsewhere, and is found from behind.
  const std::vector<WallPiece> after = {wall_along({0, -3}, {0, 0}, 0.2), wall_along({0, 3}, {6, 3}, 0.2),
                                        wall_along({6.5, -0.2}, {1, -0.21}, 0.21)};
  std::vector<FoundOpening> openings = {opening_on(0, {2, 3})};
  move_openings(before, after, openings);
  EXPECT_EQ(openings[0].wall, 2);
  EXPECT_NEAR(openings[0].span.from, 3.5, 0.001);
  EXPECT_NEAR(openings[0].span.to, 4.5, 0.001);
}

TEST(MoveOpenings, ItIsOnThePieceThatItIsNearest) {
  const std::vector<WallPiece> before = {wall_along({0, 0}, {6, 0}, 0.2)};
  const std::vector<WallPiece> after = {wall_along({0, 0}, {2, 0}, 0.2), wall_along({2, 0}, {6, 0.02}, 0.2)};
  std::vector<FoundOpening> openings = {opening_on(0, {0.5, 1.5}), opening_on(0, {2.2, 3.2})};
  move_openings(before, after, openings);
  EXPECT_EQ(openings[0].wall, 0);
  EXPECT_EQ(openings[1].wall, 1);
  EXPECT_NEAR(openings[1].span.from, 0.2, 0.01);
}

}  // namespace
}  // namespace storey
