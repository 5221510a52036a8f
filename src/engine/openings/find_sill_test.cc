#include "engine/openings/find_sill.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

constexpr int kColumns = 100, kHead = 44;  // 2.2 m
constexpr ElevationBox kVoid = {30, 70, 0, kHead};

/// An outer wall with nothing in it.
Elevation bare_wall() {
  Elevation elevation;
  elevation.columns = kColumns;
  elevation.rows = 52;
  elevation.outer = true;
  elevation.cells.assign(static_cast<std::size_t>(elevation.columns) * 52, 0);
  return elevation;
}

/// Shows something inside of the wall in the rows [from, to) of a column, in each `every`-th.
void show(Elevation& elevation, int column, int from, int to, int every = 1) {
  for (int r = from; r < to; r += every)
    elevation.cells[static_cast<std::size_t>(r) * kColumns + static_cast<std::size_t>(column)] |= kInside;
}

/// The sill's row for jambs that show from `left` and `right` rows up to the head.
int sill_of(int left, int right, int every = 1) {
  Elevation elevation = bare_wall();
  show(elevation, kVoid.c0, left, kHead, every);
  show(elevation, kVoid.c1 - 1, right, kHead, every);
  return up_to_sill(elevation, kVoid).r0;
}

TEST(FindSill, WhereTheJambsBeginIsTheSill) {
  EXPECT_EQ(sill_of(15, 15), 15);
  EXPECT_EQ(sill_of(15, 20), 15) << "of which furniture may hide one";
  EXPECT_EQ(sill_of(kHead, 15), 15) << "or all";
}

TEST(FindSill, ADoorShowsAJambAtTheFloor) {
  EXPECT_EQ(sill_of(0, 15), 0);
  EXPECT_EQ(sill_of(7, 15), 0) << "or skirting and shoes before it";
  EXPECT_EQ(sill_of(8, 15), 8);
}

TEST(FindSill, AFewHitsBelowAHeadAreNoJamb) {
  EXPECT_EQ(sill_of(23, kHead), 0);
  EXPECT_EQ(sill_of(22, kHead), 22) << "half of the height";
  EXPECT_EQ(sill_of(15, kHead, 2), 15) << "half of the rows and one";
  EXPECT_EQ(sill_of(15, kHead, 3), 0);
}

TEST(FindSill, WhatShowsBelowIsALeafOrAThreshold) {
  const auto with_stray = [](int hits) {
    Elevation elevation = bare_wall();
    show(elevation, kVoid.c0, 15, kHead);
    for (int i = 0; i < hits; ++i) show(elevation, 40 + i, 3, 4);
    return up_to_sill(elevation, kVoid).r0;
  };
  EXPECT_EQ(with_stray(12), 15) << "stray points";
  EXPECT_EQ(with_stray(13), 0);
}

TEST(FindSill, JambsShowWithinTwoColumnsOfTheEdge) {
  const auto beside = [](int columns) {
    Elevation elevation = bare_wall();
    show(elevation, kVoid.c0 - columns, 15, kHead);
    return up_to_sill(elevation, kVoid).r0;
  };
  EXPECT_EQ(beside(2), 15);
  EXPECT_EQ(beside(3), 0);
}

TEST(FindSill, InsideOfABuildingThingsOnTheFloorHideDoors) {
  Elevation elevation = bare_wall();
  show(elevation, kVoid.c0, 15, kHead);
  elevation.outer = false;
  EXPECT_EQ(up_to_sill(elevation, kVoid).r0, 0);
}

TEST(FindSill, AVoidThatHasASillKeepsIt) {
  Elevation elevation = bare_wall();
  show(elevation, kVoid.c0, 20, kHead);
  EXPECT_EQ(up_to_sill(elevation, {30, 70, 10, kHead}).r0, 10);
}

}  // namespace
}  // namespace storey
