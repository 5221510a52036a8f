#include "engine/openings/flush_doors.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

constexpr double kLeft = 1.5, kRight = 2.4, kHead = 2.05;  // m: the doorway

/// Depth of a face at a place, m: behind it.
using Depth = double (*)(double s, double z);

bool in_doorway(double s, double z, double by = 0) {
  return s > kLeft - by && s < kRight + by && z < kHead + by;
}

/// A wall of 4 x 2.5 m whose front face has a hit in every cell, scattered by 2 mm.
Elevation wall_of(Depth depth) {
  Elevation elevation;
  elevation.columns = 160;
  elevation.rows = 50;
  elevation.tolerance = 0.012;
  elevation.outer = true;
  elevation.cells.assign(160 * 50, kOnFront);
  for (int r = 0; r < 50; ++r)
    for (int c = 0; c < 160; ++c) {
      const double scatter = 0.002 * ((7 * c + 3 * r) % 5 - 2) / 1.5;
      const double s = elevation.s_of(c), z = elevation.z_of(r);
      elevation.hits.push_back(
          {static_cast<float>(s), static_cast<float>(depth(s, z) + scatter), static_cast<float>(z)});
    }
  return elevation;
}

std::vector<FoundOpening> doors_in(const Elevation& elevation, const std::vector<ElevationBox>& taken = {}) {
  std::vector<FoundOpening> openings;
  find_flush_doors(elevation, kFrontSide, 0.002, 2.5, taken, openings);
  return openings;
}

void expect_the_door(Depth depth) {
  const std::vector<FoundOpening> doors = doors_in(wall_of(depth));
  ASSERT_EQ(doors.size(), 1u);
  EXPECT_EQ(doors[0].type, OpeningType::kDoor);
  EXPECT_NEAR(doors[0].span.from, kLeft, 0.026);
  EXPECT_NEAR(doors[0].span.to, kRight, 0.026);
  EXPECT_NEAR(doors[0].head, kHead, 0.051);
}

TEST(FlushDoors, ALeafALittleBehindThePlasterIsADoor) {
  expect_the_door([](double s, double z) { return in_doorway(s, z) ? 0.005 : 0; });
}

TEST(FlushDoors, ALeafThatStandsOutIsADoor) {
  expect_the_door([](double s, double z) { return in_doorway(s, z) ? -0.02 : 0; });
}

TEST(FlushDoors, ACasingIsNoPartOfTheDoor) {
  expect_the_door([](double s, double z) {
    return in_doorway(s, z) ? 0 : in_doorway(s, z, 0.06) ? -0.015 : 0;
  });
}

TEST(FlushDoors, LessThanStationsDifferByIsNone) {
  EXPECT_TRUE(doors_in(wall_of([](double s, double z) { return in_doorway(s, z) ? 0.002 : 0; })).empty());
}

TEST(FlushDoors, APanelThatGoesUpToTheCeilingIsNone) {
  EXPECT_TRUE(
      doors_in(wall_of([](double s, double) { return s > kLeft && s < kRight ? 0.005 : 0; })).empty());
}

TEST(FlushDoors, ACupboardAsHighAsAPersonIsNone) {
  EXPECT_TRUE(
      doors_in(wall_of([](double s, double z) { return in_doorway(s, z) && z < 1.8 ? -0.02 : 0; })).empty());
}

TEST(FlushDoors, ABoardOnTheWallIsNone) {
  EXPECT_TRUE(
      doors_in(wall_of([](double s, double z) { return in_doorway(s, z) && z > 0.9 ? -0.02 : 0; })).empty());
}

TEST(FlushDoors, WhatTheScatterHidesIsNone) {
  std::vector<FoundOpening> openings;
  const Elevation elevation = wall_of([](double s, double z) { return in_doorway(s, z) ? 0.005 : 0; });
  find_flush_doors(elevation, kFrontSide, 0.010, 2.5, {}, openings);
  EXPECT_TRUE(openings.empty());
}

TEST(FlushDoors, FoldsOfACurtainAreNone) {
  Elevation elevation = wall_of([](double s, double z) { return in_doorway(s, z) ? 0.005 : 0; });
  for (int r = 0; r < 38; ++r)
    for (int c = 65; c < 91; ++c) elevation.cells[static_cast<std::size_t>(r * 160 + c)] = 0;
  EXPECT_TRUE(doors_in(elevation).empty());
}

TEST(FlushDoors, NoneIsWhereAnOpeningIsKnown) {
  const Elevation elevation = wall_of([](double s, double z) { return in_doorway(s, z) ? 0.005 : 0; });
  EXPECT_TRUE(doors_in(elevation, {{.c0 = 80, .c1 = 90, .r0 = 0, .r1 = 41}}).empty());
}

/// A wall of 10 cm with a leaf in the plane of its back face; its front face shows in `shown` of the cells.
Elevation partition_with_leaf(double shown) {
  constexpr double kThick = 0.10;
  Elevation elevation = wall_of([](double s, double z) { return kThick - (in_doorway(s, z) ? 0.005 : 0); });
  elevation.outer = false;
  elevation.depth = kThick;
  for (std::size_t i = 0; i < elevation.cells.size(); ++i)
    elevation.cells[i] =
        static_cast<std::uint8_t>(kOnBack | (static_cast<double>(i % 10) < 10 * shown ? kOnFront : 0));
  return elevation;
}

std::size_t doors_in_back_of(const Elevation& elevation) {
  std::vector<FoundOpening> openings;
  find_flush_doors(elevation, kBackSide, 0.002, 2.5, {}, openings);
  return openings.size();
}

TEST(FlushDoors, OfAPartitionThatNobodySawFromTheOtherSide) {
  EXPECT_EQ(doors_in_back_of(partition_with_leaf(0)), 1u);
  EXPECT_EQ(doors_in_back_of(partition_with_leaf(1)), 0u) << "the other face shows where the leaf should be";
  EXPECT_EQ(doors_in(partition_with_leaf(0)).size(), 0u) << "from the side that shows nothing";
}

TEST(FlushDoors, TheWallBetweenTheCasingsOfTwoDoorsIsNone) {
  const Elevation elevation = wall_of([](double s, double z) { return in_doorway(s, z) ? 0.005 : 0; });
  const auto doors = [&](int apart) {  // columns of 2.5 cm from the wall between to the doors
    return doors_in(elevation, {{.c0 = 20, .c1 = 60 - apart, .r0 = 0, .r1 = 41}}).size();
  };
  EXPECT_EQ(doors(3), 0u);
  EXPECT_EQ(doors(8), 1u);
}

}  // namespace
}  // namespace storey
