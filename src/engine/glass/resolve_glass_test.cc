#include "engine/glass/resolve_glass.h"

#include <gtest/gtest.h>

#include "engine/glass/glass_test_inputs.h"
#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

/// A hall of 6 x 10 m with a face at y = 2 on both sides of which floor shows, as of a wall with a doorway.
std::vector<WallFace> hall_with_doorway() {
  std::vector<WallFace> faces = faces_around(rectangle(0, 0, 6, 10));
  faces.push_back(seen_face({0, 2}, {6, 2}));
  faces.back().free_left = faces.back().free_right = 1;
  return faces;
}

std::size_t panes_of(const SheetSearch& search) {
  std::vector<WallFace> faces = hall_with_doorway();
  return resolve_glass({}, {}, 1, search, faces).panes.size();
}

TEST(ResolveGlass, DenseFacesMayBePanesWhereGlassShows) {
  EXPECT_EQ(panes_of({{sheet_between({0, 6}, {6, 6})}, 10}), 2u);
  EXPECT_EQ(panes_of({{}, 10}), 0u) << "a wall with a doorway";
}

/// m of glass wall along the height `y`, from the hall's wall to one that parts the hall at x = `end`; in a
/// blurred scan. From there on a wall may go on in line.
double glass_along(double y, double end, bool wall_in_line, bool blurred = true) {
  std::vector<WallFace> faces = hall_with_doorway();
  faces.push_back(seen_face({end, 2}, {end, 10}));
  if (wall_in_line) faces.push_back(seen_face({end, y}, {6, y}));
  const SheetSearch search{{sheet_between({0, y}, {end, y})}, 10, blurred};
  double length = 0;
  const std::size_t known = faces.size();
  resolve_glass({}, {}, 1, search, faces);
  for (std::size_t f = known; f < faces.size(); ++f) length += faces[f].length() / 2;  // two faces a wall
  return length;
}

TEST(ResolveGlass, GlassInABlurredScanLiesInLineWithAWall) {
  EXPECT_NEAR(glass_along(7, 2.5, true), 2.5, 0.2);
  EXPECT_EQ(glass_along(7, 2.5, false), 0);
  EXPECT_NEAR(glass_along(7, 2.5, false, false), 2.5, 0.2) << "in a sharp one it may lie anywhere";
}

TEST(ResolveGlass, WhatIsShortInABlurredScanMayBeAWallsNoise) {
  EXPECT_EQ(glass_along(7, 0.9, true), 0);
  EXPECT_NEAR(glass_along(7, 0.9, true, false), 0.9, 0.2);
}

TEST(ResolveGlass, InABlurredScanWhatAFaceMirrorsToThePlaceOfASheetIsNoGlass) {
  EXPECT_EQ(glass_along(4, 2.5, true), 0) << "the wall at y = 0, as the doorway's wall would mirror it";
  EXPECT_NEAR(glass_along(4, 2.5, true, false), 2.5, 0.2);
}

/// Glass walls between a hall and two rooms beyond y = 7. In front of the right one, the sheet is hidden from
/// x = `hidden_from` on; a face that shows as a pane does goes on there, or not.
std::size_t glass_walls(double hidden_from, bool pane) {
  std::vector<WallFace> faces = hall_with_doorway();
  faces.push_back(seen_face({3, 7}, {3, 10}));
  if (pane) {
    faces.push_back(seen_face({0, 7}, {6, 7}));
    faces.back().glass = true;
  }
  GlassSheet sheet = sheet_between({0, 7}, {6, 7});
  for (std::size_t p = 0; p < sheet.pieces.size(); ++p)
    if (sheet.middle_of(p) > hidden_from) sheet.pieces[p] = {0, 0, true, true};
  const std::size_t known = faces.size() - pane;
  resolve_glass({}, {}, 1, {{sheet}, 10, false}, faces);
  return (faces.size() - known) / 2;  // two faces a wall
}

TEST(ResolveGlass, WhatAPaneReturnsAsDenselyAsSolidsDoIsGlassInItsLine) {
  EXPECT_EQ(glass_walls(6, false), 2u);
  EXPECT_EQ(glass_walls(3, true), 2u);
  EXPECT_EQ(glass_walls(3, false), 1u) << "something solid may stand there";
}

}  // namespace
}  // namespace storey
