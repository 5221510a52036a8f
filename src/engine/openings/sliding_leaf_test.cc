#include "engine/openings/sliding_leaf.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

constexpr ElevationBox kDoorway{.c0 = 60, .c1 = 96, .r0 = 0, .r1 = 41};

/// A wall of 4 x 2.5 m with something close before it, over the columns [c0, c1) and up to a row.
Elevation wall_with_thing(int c0, int c1, int top) {
  Elevation elevation;
  elevation.columns = 160;
  elevation.rows = 50;
  elevation.cells.assign(160 * 50, kOnFront);
  for (int r = 0; r < top; ++r)
    for (int c = c0; c < c1; ++c) elevation.cells[static_cast<std::size_t>(r * 160 + c)] |= kCloseFront;
  return elevation;
}

TEST(SlidingLeaf, HangsBesideItsDoorway) {
  EXPECT_TRUE(slid_aside(wall_with_thing(97, 134, 42), kDoorway, kCloseFront));
  EXPECT_TRUE(slid_aside(wall_with_thing(22, 59, 42), kDoorway, kCloseFront));
  EXPECT_FALSE(slid_aside(wall_with_thing(97, 134, 42), kDoorway, kCloseBack));
}

TEST(SlidingLeaf, IsAsLargeAsTheDoorway) {
  EXPECT_FALSE(slid_aside(wall_with_thing(97, 106, 42), kDoorway, kCloseFront));
  EXPECT_FALSE(slid_aside(wall_with_thing(97, 134, 15), kDoorway, kCloseFront));
}

TEST(SlidingLeaf, GoesNoHigherThanADoor) {
  EXPECT_FALSE(slid_aside(wall_with_thing(97, 134, 50), kDoorway, kCloseFront));
}

}  // namespace
}  // namespace storey
