#include "engine/openings/voids/wall_voids.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

/// A wall of 4 x 2.5 m of which every `sparse`-th cell of the front face is hit, with a hole whose rim shows.
Elevation wall_with_hole(const ElevationBox& hole, int sparse, bool rim = true) {
  Elevation elevation;
  elevation.columns = 160;
  elevation.rows = 50;
  elevation.depth = 0.12;
  elevation.cells.assign(160 * 50, 0);
  for (int r = 0; r < 50; ++r)
    for (int c = 0; c < 160; ++c) {
      std::uint8_t& cell = elevation.cells[static_cast<std::size_t>(r * 160 + c)];
      const bool inside = c >= hole.c0 && c < hole.c1 && r >= hole.r0 && r < hole.r1;
      const bool edge = inside && (c == hole.c0 || c == hole.c1 - 1 || r == hole.r0 || r == hole.r1 - 1);
      if (edge && rim) cell |= kInside;
      if (!inside && (7 * c + 3 * r) % sparse == 0) cell |= kOnFront;
    }
  return elevation;
}

std::optional<ElevationBox> clearest(const Elevation& elevation) {
  const FaceDensity density(elevation, kOnFront), other(elevation, kOnBack);
  return WallVoids(elevation, kFrontSide, density, other).next();
}

/// To one cell.
void expect_box(const std::optional<ElevationBox>& box, const ElevationBox& hole) {
  ASSERT_TRUE(box);
  EXPECT_NEAR(box->c0, hole.c0, 1);
  EXPECT_NEAR(box->c1, hole.c1, 1);
  EXPECT_NEAR(box->r0, hole.r0, 1);
  EXPECT_NEAR(box->r1, hole.r1, 1);
}

TEST(WallVoids, AHoleIsFoundWhateverTheScansDensity) {
  const ElevationBox hole{60, 96, 0, 41};
  for (const int sparse : {1, 2, 4, 8}) {
    SCOPED_TRACE(sparse);
    const auto box = clearest(wall_with_hole(hole, sparse));
    ASSERT_TRUE(box);
    EXPECT_NEAR(box->c0, hole.c0, 1);
    EXPECT_NEAR(box->c1, hole.c1, 1);
    EXPECT_NEAR(box->r1, hole.r1, 1);
  }
}

TEST(WallVoids, AWholeWallHasNone) {
  for (const int sparse : {1, 2, 4}) EXPECT_FALSE(clearest(wall_with_hole({0, 0, 0, 0}, sparse)));
}

TEST(WallVoids, WhatFurnitureHidHasNoRim) {
  EXPECT_FALSE(clearest(wall_with_hole({60, 96, 0, 30}, 1, false)));
}

TEST(WallVoids, TheSameVoidComesOnce) {
  const Elevation elevation = wall_with_hole({60, 96, 0, 41}, 1);
  const FaceDensity density(elevation, kOnFront), other(elevation, kOnBack);
  WallVoids voids(elevation, kFrontSide, density, other);
  ASSERT_TRUE(voids.next());
  const auto second = voids.next();
  EXPECT_TRUE(!second || (second->r1 - second->r0) * (second->c1 - second->c0) < 100);
}

TEST(WallVoids, TheClearestComesFirstWhicheverRowItBeginsIn) {
  const std::vector<ElevationBox> holes = {{106, 150, 13, 46}, {60, 90, 0, 33}, {10, 40, 16, 33}};
  Elevation elevation = wall_with_hole({}, 1);
  for (const ElevationBox& hole : holes) {
    const Elevation other = wall_with_hole(hole, 1);
    for (int r = hole.r0; r < hole.r1; ++r)
      for (int c = hole.c0; c < hole.c1; ++c)
        elevation.cells[static_cast<std::size_t>(r * 160 + c)] = other.at(c, r);
  }
  const FaceDensity density(elevation, kOnFront), back(elevation, kOnBack);
  WallVoids voids(elevation, kFrontSide, density, back);
  for (const ElevationBox& hole : holes) {
    expect_box(voids.next(), hole);
  }
}

TEST(WallVoids, ASoffitAloneIsNone) {
  Elevation elevation = wall_with_hole({}, 1);
  for (int r = 40; r < 42; ++r)
    for (int c = 0; c < 160; ++c) elevation.cells[static_cast<std::size_t>(r * 160 + c)] = kInside;
  EXPECT_FALSE(clearest(elevation));
}

TEST(WallVoids, APierPartsTwoOpenings) {
  // Two doors with 0.3 m of wall between them, on which hits are few.
  Elevation elevation = wall_with_hole({40, 76, 0, 41}, 1);
  const Elevation other = wall_with_hole({88, 124, 0, 41}, 1);
  for (std::size_t i = 0; i < elevation.cells.size(); ++i) {
    const auto c = static_cast<int>(i % 160), r = static_cast<int>(i / 160);
    if (c >= 80) elevation.cells[i] = other.cells[i];
    if (c >= 76 && c < 88 && r < 41 && (7 * c + 3 * r) % 8 != 0) elevation.cells[i] = 0;
  }
  const FaceDensity density(elevation, kOnFront), back(elevation, kOnBack);
  WallVoids voids(elevation, kFrontSide, density, back);
  const auto first = voids.next(), second = voids.next();
  ASSERT_TRUE(first && second);
  EXPECT_NEAR(std::min(first->c0, second->c0), 40, 1);
  EXPECT_NEAR(std::min(first->c1, second->c1), 76, 1);
  EXPECT_NEAR(std::max(first->c0, second->c0), 88, 1);
}

TEST(WallVoids, WhatAPaneMirrorsIntoTheFaceIsNoFace) {
  const ElevationBox hole{60, 96, 16, 41};
  Elevation elevation = wall_with_hole(hole, 1);
  for (int r = hole.r0 + 1; r < hole.r1 - 1; ++r)
    for (int c = hole.c0 + 1; c < hole.c1 - 1; ++c)
      if ((7 * c + 3 * r) % 9 == 0) elevation.cells[static_cast<std::size_t>(r * 160 + c)] |= kOnFront;
  expect_box(clearest(elevation), hole);
}

TEST(WallVoids, AMullionPartsNoWindow) {
  Elevation elevation = wall_with_hole({40, 100, 16, 41}, 1);
  for (int r = 16; r < 41; ++r)
    for (int c = 69; c < 72; ++c) elevation.cells[static_cast<std::size_t>(r * 160 + c)] = kInside;
  const auto box = clearest(elevation);
  ASSERT_TRUE(box);
  EXPECT_NEAR(box->c0, 40, 1);
  EXPECT_NEAR(box->c1, 100, 1);
}

TEST(FaceDensity, FallsOffWhereTheScanIsThin) {
  Elevation elevation = wall_with_hole({0, 0, 0, 0}, 1);
  for (int r = 0; r < 50; ++r)
    for (int c = 80; c < 160; ++c)
      if ((c + r) % 5 != 0) elevation.cells[static_cast<std::size_t>(r * 160 + c)] = 0;
  const FaceDensity density(elevation, kOnFront);
  EXPECT_GT(density(20, 25), 0.8);
  EXPECT_NEAR(density(140, 25), 0.2, 0.05);
}

/// A wall of voids but for a band at its top and piers of 15 cm.
Elevation voids_between_piers(bool outer) {
  Elevation elevation = wall_with_hole({0, 0, 0, 0}, 1);
  elevation.outer = outer;
  for (int r = 3; r < 45; ++r)
    for (int c = 0; c < 160; ++c)
      if (c % 60 >= 6) elevation.cells[static_cast<std::size_t>(r * 160 + c)] = 0;
  return elevation;
}

TEST(FaceDensity, OfACurtainWallIsThatOfItsMullions) {
  const Elevation outside = voids_between_piers(true), inside = voids_between_piers(false);
  EXPECT_GT(FaceDensity(outside, kOnFront)(90, 20), 0.35);
  EXPECT_LT(FaceDensity(inside, kOnFront)(90, 20), 0.2);
}

}  // namespace
}  // namespace storey
