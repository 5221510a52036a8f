#include "engine/openings/voids/elevation.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

/// Six columns and four rows, of which a few cells in the middle show something.
Elevation small_elevation() {
  Elevation elevation;
  elevation.from = 2;
  elevation.columns = 6;
  elevation.rows = 4;
  elevation.cells.assign(24, 0);
  elevation.cells[elevation.index(2, 1)] = kOnFront;
  elevation.cells[elevation.index(3, 1)] = kOnFront | kInside;
  return elevation;
}

TEST(Elevation, KnowsTheCellOfAPlaceAndTheCellsOfALength) {
  const Elevation elevation = small_elevation();
  EXPECT_EQ(elevation.column(2.06), 2);
  EXPECT_EQ(elevation.column(1.99), -1);
  EXPECT_EQ(elevation.row(0.19), 3);
  EXPECT_EQ(elevation.columns_in(0.1), 4);
  EXPECT_EQ(elevation.rows_in(0.1), 2);
}

TEST(Elevation, TellsWhetherABoxShowsABit) {
  const Elevation elevation = small_elevation();
  EXPECT_TRUE(elevation.shows({.c0 = -5, .c1 = 3, .r0 = -5, .r1 = 9}, kOnFront));
  EXPECT_FALSE(elevation.shows({.c0 = -5, .c1 = 3, .r0 = -5, .r1 = 9}, kInside));
  EXPECT_FALSE(elevation.shows({.c0 = 3, .c1 = 4, .r0 = 2, .r1 = 4}, kOnFront | kInside));
  EXPECT_TRUE(elevation.shows_about(5, 1, 2, 0, kInside));
  EXPECT_FALSE(elevation.shows_about(5, 2, 2, 0, kInside));
  EXPECT_TRUE(elevation.shows_about(5, 2, 2, 1, kInside));
}

TEST(Elevation, TellsWhichShareOfABoxShowsABit) {
  const Elevation elevation = small_elevation();
  EXPECT_DOUBLE_EQ(elevation.share({.c0 = 2, .c1 = 4, .r0 = 0, .r1 = 2}, kOnFront), 0.5);
  EXPECT_DOUBLE_EQ(elevation.share({.c0 = 2, .c1 = 4, .r0 = 1, .r1 = 2}, kInside | kDeep), 0.5);
  EXPECT_DOUBLE_EQ(elevation.share({.c0 = 2, .c1 = 2, .r0 = 1, .r1 = 2}, kInside), 0);
}

}  // namespace
}  // namespace storey
