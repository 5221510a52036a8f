#include "engine/openings/voids/find_jambs.h"

#include <gtest/gtest.h>

#include "engine/openings/voids/face_density.h"

namespace storey {
namespace {

constexpr int kColumns = 200, kRows = 50, kHead = 40;

/// A wall of which both faces show, but for the columns [from, to) below the head.
Elevation wall_with_gap(int from, int to) {
  Elevation elevation;
  elevation.columns = kColumns;
  elevation.rows = kRows;
  elevation.depth = 0.12;
  elevation.cells.assign(static_cast<std::size_t>(kColumns) * kRows, kOnFront | kOnBack);
  for (int r = 0; r < kHead; ++r)
    for (int c = from; c < to; ++c) elevation.cells[static_cast<std::size_t>(r * kColumns + c)] = 0;
  return elevation;
}

void add(Elevation& elevation, std::uint8_t bits, int from, int to, int rows) {
  for (int r = 0; r < rows; ++r)
    for (int c = from; c < to; ++c) elevation.cells[static_cast<std::size_t>(r * kColumns + c)] |= bits;
}

ElevationBox widened(const Elevation& elevation, const ElevationBox& box) {
  const FaceDensity density(elevation, kOnFront);
  return to_jambs(elevation, Rim(elevation, density), kFrontSide, box);
}

TEST(FindJambs, AJambBehindALeafIsWhereTheFacesBegin) {
  Elevation elevation = wall_with_gap(80, 116);
  add(elevation, kBeforeFront, 80, 92, kHead);  // the leaf
  const ElevationBox box = widened(elevation, {92, 116, 0, kHead});
  EXPECT_EQ(box.c0, 80);
  EXPECT_EQ(box.c1, 116);
  EXPECT_EQ(box.doubt_from, 0);
}

TEST(FindJambs, AJambThatShowsStays) {
  Elevation elevation = wall_with_gap(80, 116);
  add(elevation, kInside, 92, 93, kHead);
  EXPECT_NEAR(widened(elevation, {92, 116, 0, kHead}).c0, 92, 1);
}

TEST(FindJambs, ACasingBeforeTheFaceIsNoPartOfTheOpening) {
  Elevation elevation = wall_with_gap(80, 116);
  add(elevation, kCloseFront, 80, 83, kHead);
  EXPECT_EQ(widened(elevation, {92, 116, 0, kHead}).c0, 83);
}

TEST(FindJambs, BehindACurtainTheJambIsAnywhereBetween) {
  Elevation elevation = wall_with_gap(80, 116);
  for (int r = 0; r < kRows; ++r)
    for (int c = 80; c < 92; ++c) elevation.cells[static_cast<std::size_t>(r * kColumns + c)] = kBeforeFront;
  const ElevationBox box = widened(elevation, {92, 116, 0, kHead});
  EXPECT_EQ(box.c0, 86);
  EXPECT_EQ(box.doubt_from, 6);
}

/// A gap with a leaf 0.25 m behind the face, of which a shadow hides all from column 116 on.
Elevation leaf_cut_by_a_shadow() {
  Elevation elevation = wall_with_gap(80, kColumns);
  elevation.outer = true;
  elevation.depth = 0.5;
  for (int r = kHead; r < kRows; ++r)
    for (int c = 118; c < kColumns; ++c) elevation.cells[static_cast<std::size_t>(r * kColumns + c)] = 0;
  add(elevation, kInside, 80, 116, kHead);
  return elevation;
}

TEST(FindJambs, WhereAShadowCutsALeafOffIsNoJamb) {
  EXPECT_NEAR(widened(leaf_cut_by_a_shadow(), {80, 116, 0, kHead}).doubt_to, 36, 2);
}

TEST(FindJambs, AtLeastHalfOfTheOpeningHasToShow) {
  const Elevation elevation = wall_with_gap(40, 116);
  EXPECT_EQ(widened(elevation, {92, 116, 0, kHead}).c0, 92);
  EXPECT_EQ(widened(elevation, {76, 116, 0, kHead}).c0, 40);
}

TEST(FindJambs, ASoffitThatGoesOnWidensTheOpening) {
  Elevation elevation = wall_with_gap(80, 116);
  add(elevation, kInside, 92, 93, kHead);  // a leaf in a deep reveal
  for (int c = 80; c < 116; ++c)
    elevation.cells[static_cast<std::size_t>((kHead - 1) * kColumns + c)] |= kInside;
  EXPECT_LE(widened(elevation, {92, 116, 0, kHead}).c0, 81);
}

TEST(FindJambs, ASoffitOverAThinMullionIsTheNextOpenings) {
  Elevation elevation = wall_with_gap(60, 116);
  for (int c = 60; c < 116; ++c)
    elevation.cells[static_cast<std::size_t>((kHead - 1) * kColumns + c)] |= kInside;
  for (const int c : {88, 90})
    add(elevation, kOnFront, c, c + 1, kHead);  // as thin a scan as to miss column 89
  add(elevation, kInside, 91, 92, kHead);
  EXPECT_EQ(widened(elevation, {91, 116, 0, kHead}).c0, 91);
}

}  // namespace
}  // namespace storey
