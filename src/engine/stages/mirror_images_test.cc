#include "engine/stages/mirror_images.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/stages/stage_test_inputs.h"

namespace storey {
namespace {

GlassSheet sheet_between(const Vec2& a, const Vec2& b, double nats) {
  GlassSheet sheet;
  sheet.line = {a, (b - a).normalized()};
  sheet.pieces.assign(static_cast<std::size_t>(std::lround((b - a).norm() / kSheetPiece)),
                      {nats, nats, true, true, true, false});
  return sheet;
}

/// A hall of 6 x 10 m; glass at y = 4 shows the wall y = 0 again at y = 8.
const std::vector<WallFace> kHall = faces_around(rectangle(0, 0, 6, 10));
const GlassSheet kGlass = sheet_between({0, 4}, {6, 4}, 1);

TEST(MirrorImages, TheImageOfAWallIsDropped) {
  const auto left = without_images({sheet_between({1, 8}, {5, 8}, 3), kGlass}, kHall);
  ASSERT_EQ(left.size(), 1u);  // though the image shows much clearer than the glass
  EXPECT_NEAR(left[0].line.point.y(), 4, 1e-9);
}

TEST(MirrorImages, AnotherSheetIsKept) {
  EXPECT_EQ(without_images({sheet_between({1, 6.3}, {5, 6.3}, 3), kGlass}, kHall).size(), 2u);
}

TEST(MirrorImages, WhatIsOutOfSightHasNoImage) {
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

TEST(MirrorImages, AFewHitsInADoorwayMirrorNothing) {
  EXPECT_EQ(left_by_a_gap(0.9, 0.25), 2u);
  EXPECT_EQ(left_by_a_gap(0.9, 0.3), 1u);
  EXPECT_EQ(left_by_a_gap(1.8, 0.25), 1u);
}

TEST(MirrorImages, MostOfTheMirrorHasToBeGlass) {
  GlassSheet half = kGlass;
  for (std::size_t p = 0; p < 30; ++p) half.pieces[p].low = half.pieces[p].high = -0.5;
  EXPECT_EQ(without_images({sheet_between({3.6, 8}, {5, 8}, 0.5), half}, kHall).size(), 1u);
  const auto left = without_images({sheet_between({1, 8}, {2.4, 8}, 0.5), half}, kHall);
  ASSERT_EQ(left.size(), 2u);
  EXPECT_DOUBLE_EQ(evidence_of(left[0]), 14) << "whole";
}

TEST(MirrorImages, AWallThatEndsAtGlassIsMirroredInItsOwnLine) {
  std::vector<WallFace> faces = kHall;
  faces.push_back(seen_face({3, 0}, {3, 4}));
  const auto left = without_images({sheet_between({3, 4.2}, {3, 7.8}, 3), kGlass}, faces);
  ASSERT_EQ(left.size(), 1u);
  EXPECT_NEAR(left[0].line.point.y(), 4, 1e-9);
}

/// A face from (3, 0) on that is hit in fewer bins from y = 4 on.
std::vector<WallFace> going_on(std::uint64_t behind) {
  WallFace face = seen_face({3, 0}, {3, 6});
  for (std::size_t i = face.profile.size() * 2 / 3; i < face.profile.size(); ++i) face.profile[i] = behind;
  return {face};
}

TEST(CutImages, AFaceEndsAtTheGlassThatMirrorsIt) {
  std::vector<WallFace> faces = going_on(0x1111);
  cut_images(kGlass.line, {0, 6}, faces);
  EXPECT_NEAR(faces[0].length(), 4, 0.03);
  ASSERT_EQ(faces[0].stands.size(), 1u);
  EXPECT_NEAR(faces[0].stands[0].length(), 4, 0.03);
}

TEST(CutImages, AWallThatIsAsSolidBehindGoesOn) {
  std::vector<WallFace> faces = going_on(~std::uint64_t{0});
  cut_images(kGlass.line, {0, 6}, faces);
  EXPECT_NEAR(faces[0].length(), 6, 0.03);
  faces = going_on(0x1111);
  cut_images(kGlass.line, {0, 2}, faces);  // the glass ends before it
  EXPECT_NEAR(faces[0].length(), 6, 0.03);
}

}  // namespace
}  // namespace storey
