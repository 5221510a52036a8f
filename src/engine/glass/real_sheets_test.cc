#include "engine/glass/real_sheets.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/glass/glass_test_inputs.h"
#include "engine/glass/mirror_plane.h"
#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

/// A hall of 6 x 10 m; glass at y = 4 shows the wall y = 0 again at y = 8.
const std::vector<WallFace> kHall = faces_around(rectangle(0, 0, 6, 10));
const GlassSheet kGlass = sheet_between({0, 4}, {6, 4}, 1);

TEST(RealSheets, TheImageOfAWallIsDropped) {
  const auto left = without_images({sheet_between({1, 8}, {5, 8}, 3), kGlass}, kHall);
  ASSERT_EQ(left.size(), 1u);  // though the image shows much clearer than the glass
  EXPECT_NEAR(left[0].line.point.y(), 4, 1e-9);
}

TEST(RealSheets, WhatIsMirroredFarAsideIsAnImageAsWell) {
  // Of the wall x = 0 one sees the image beyond y = 4 from far to the right, where alone there is glass.
  const auto left = [](double from) {
    return without_images({sheet_between({0, 4.2}, {0, 7.8}, 3), sheet_between({from, 4}, {9, 4}, 1)},
                          {seen_face({0, 4}, {0, 0})})
        .size();
  };
  EXPECT_EQ(left(2.5), 1u);
  EXPECT_EQ(left(3.5), 2u);
}

TEST(RealSheets, AnotherSheetIsKept) {
  EXPECT_EQ(without_images({sheet_between({1, 6.3}, {5, 6.3}, 3), kGlass}, kHall).size(), 2u);
}

/// What is left of the glass y = 4 and of a sheet where it would show a wall `depth` m before it.
std::size_t left_of_deep_hall(double depth) {
  return without_images({sheet_between({1, 4 + depth}, {5, 4 + depth}, 3), kGlass},
                        {seen_face({0, 4 - depth}, {6, 4 - depth})})
      .size();
}

TEST(RealSheets, NothingShowsInGlassFromFartherThanRoomsAreDeep) {
  EXPECT_EQ(left_of_deep_hall(kMirrorReach - 0.5), 1u);
  EXPECT_EQ(left_of_deep_hall(kMirrorReach + 0.5), 2u);
}

TEST(RealSheets, WhatIsOutOfSightHasNoImage) {
  std::vector<WallFace> faces = kHall;
  faces.push_back(seen_face({0, 2}, {6, 2}));  // hides the wall y = 0 from the glass
  EXPECT_EQ(without_images({sheet_between({1, 8}, {5, 8}, 3), kGlass}, faces).size(), 2u);
}

/// The wall y = 0 seems to be shown again at y = 8 by what shows at y = 4 between two solid stretches.
std::size_t left_by_a_gap(double metres, double nats) {
  GlassSheet gap = sheet_between({0, 4}, {6, 4}, nats);
  for (std::size_t p = 0; p < gap.pieces.size(); ++p)
    gap.pieces[p].hidden = std::abs(gap.middle_of(p) - 3) > metres / 2;
  return without_images({sheet_between({2.5, 8}, {3.5, 8}, 0.5), gap}, kHall).size();
}

TEST(RealSheets, AFewHitsInADoorwayMirrorNothing) {
  EXPECT_EQ(left_by_a_gap(0.9, 0.25), 2u);
  EXPECT_EQ(left_by_a_gap(0.9, 0.3), 1u);
  EXPECT_EQ(left_by_a_gap(3, 0.15), 1u);
}

TEST(RealSheets, MostOfTheMirrorHasToBeGlass) {
  GlassSheet half = kGlass;
  for (std::size_t p = 0; p < 30; ++p) half.pieces[p].low = half.pieces[p].high = -0.5;
  EXPECT_EQ(without_images({sheet_between({3.6, 8}, {5, 8}, 0.5), half}, kHall).size(), 1u);
  const auto left = without_images({sheet_between({1, 8}, {2.4, 8}, 0.5), half}, kHall);
  ASSERT_EQ(left.size(), 2u);
  EXPECT_DOUBLE_EQ(evidence_of(left[0]), 14) << "whole";
}

TEST(RealSheets, AWallThatEndsAtGlassIsMirroredInItsOwnLine) {
  std::vector<WallFace> faces = kHall;
  faces.push_back(seen_face({3, 0}, {3, 4}));
  const auto left = without_images({sheet_between({3, 4.2}, {3, 7.8}, 3), kGlass}, faces);
  ASSERT_EQ(left.size(), 1u);
  EXPECT_NEAR(left[0].line.point.y(), 4, 1e-9);
}

/// What is left of a sheet on y = 2 over x < 1.5 when the sheet x = 3 shows `before` nats per half piece
/// before the glass that crosses it at y = 3.6, `behind` past it; the wall y = 2 stands at x > 4.5. `rise` of
/// the glass over its 6 m.
double left_of_image(double before, double behind, double glass, double rise) {
  GlassSheet mirror = sheet_between({3, 0.5}, {3, 4.9}, behind);
  for (std::size_t p = 0; p < 31; ++p) mirror.pieces[p].low = mirror.pieces[p].high = before;
  const auto left = without_images({mirror, sheet_between({0, 3.6 - rise / 2}, {6, 3.6 + rise / 2}, glass),
                                    sheet_between({0, 2}, {1.5, 2}, 1)},
                                   {seen_face({4.5, 2.03}, {6, 2.03})});
  for (const GlassSheet& sheet : left)
    if (std::abs(sheet.line.offset({0, 2})) < 1e-9) return evidence_of(sheet);
  return 0;
}

TEST(RealSheets, WhatShowsPastClearerGlassMirrorsNothingOnThisSide) {
  EXPECT_NEAR(left_of_image(0, 3, 8, 1), 30, 1e-9);
  EXPECT_NEAR(left_of_image(0.5, 3, 8, 1), 0, 1e-9) << "it mirrors where it shows";
  EXPECT_NEAR(left_of_image(0, 3, 0.5, 1), 0, 1e-9) << "past what is less clear it does";
}

TEST(RealSheets, GlassOfWhichImagesExplainAPartIsReal) {
  // Of the sheet y = 8 the wall y = 0 explains what lies over it; of glass more than that shows.
  const auto left = [](double from, double to) {
    const std::vector<WallFace> wall = {seen_face({from, 0}, {to, 0}), seen_face({to, 0}, {from, 0})};
    return without_images({sheet_between({0, 8}, {6, 8}, 1), sheet_between({-3, 4}, {9, 4}, 3)}, wall).size();
  };
  EXPECT_EQ(left(0, 3.2), 2u);
  EXPECT_EQ(left(0, 4), 1u);
}

/// The sheet x = 16, of which the glass x = 8, as clear as `nats` tell for half pieces, mirrors the wall x =
/// 0 to all but a few pieces.
std::size_t left_of_clear_image(double nats) {
  return without_images({sheet_between({16, 0}, {16, 10}, 1), sheet_between({8, 0}, {8, 10}, nats)},
                        {seen_face({0, 6.4}, {0, 0})})
      .size();
}

TEST(RealSheets, AClearImageWaitsForWhatItMayBeAnImageIn) {
  EXPECT_EQ(left_of_clear_image(0.45), 1u) << "though it explains less";
  EXPECT_EQ(left_of_clear_image(0.35), 2u) << "a faint sheet takes nothing that is so clear";
}

}  // namespace
}  // namespace storey
