#include "engine/glass/mirror_images.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/glass/glass_test_inputs.h"
#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

/// Glass before what goes on behind it.
const GlassSheet kGlass = sheet_between({0, 4}, {6, 4}, 1);

/// A face from (3, 0) on that is hit in fewer bins from y = 4 on.
std::vector<WallFace> going_on(HeightMask behind) {
  WallFace face = seen_face({3, 0}, {3, 6});
  for (std::size_t i = face.profile.size() * 2 / 3; i < face.profile.size(); ++i) face.profile[i] = behind;
  return {face};
}

/// Cuts off what kGlass mirrors, as far as it stands. `stations`: those who see each piece of all faces.
bool cut_at(const Interval& extent, std::vector<WallFace>& faces, const std::vector<Vec2>& stations = {}) {
  std::vector<FaceViews> views;
  for (const WallFace& face : faces) {
    FaceViews seen{face.line, face.extent.from, {}};
    seen.pieces.resize(static_cast<std::size_t>(std::lround(face.length() / kSheetPiece)));
    for (std::vector<SheetView>& piece : seen.pieces)
      for (const Vec2& station : stations) piece.push_back({station, 5});
    views.push_back(std::move(seen));
  }
  return cut_images({{0, kGlass.line, extent, extent.length()}}, views, faces);
}

TEST(CutImages, AFaceEndsAtTheGlassThatMirrorsIt) {
  std::vector<WallFace> faces = going_on(0x1111);
  EXPECT_TRUE(cut_at({0, 6}, faces));
  EXPECT_NEAR(faces[0].length(), 4, 0.03);
  ASSERT_EQ(faces[0].stands.size(), 1u);
  EXPECT_NEAR(faces[0].stands[0].length(), 4, 0.03);
}

TEST(CutImages, AWallThatIsAsSolidBehindGoesOn) {
  std::vector<WallFace> faces = going_on(~HeightMask());
  EXPECT_FALSE(cut_at({0, 6}, faces));
  EXPECT_NEAR(faces[0].length(), 6, 0.03);
  faces = going_on(0x1111);
  cut_at({0, 1}, faces);  // the glass ends before it
  EXPECT_NEAR(faces[0].length(), 6, 0.03);
}

TEST(CutImages, OnlyWhatIsSquareToTheGlassGoesOnBehindItAsAnImage) {
  const auto left = [](double degrees) {
    std::vector<WallFace> faces = going_on(0x1111);
    faces[0].line.direction = Vec2(std::sin(degrees * M_PI / 180), std::cos(degrees * M_PI / 180));
    cut_at({0, 6}, faces);
    return faces[0].length();
  };
  EXPECT_NEAR(left(2), 4, 0.03);
  EXPECT_NEAR(left(4), 6, 0.03);
}

TEST(CutImages, ItEndsThereBesideADoorInTheGlassAsWell) {
  std::vector<WallFace> faces = going_on(0x1111);
  EXPECT_TRUE(cut_at({0, 2}, faces));
  EXPECT_NEAR(faces[0].length(), 4, 0.03);
}

TEST(CutImages, WhatStationsSeeThroughTheGlassAloneEndsThereHoweverDenseItIs) {
  std::vector<WallFace> faces = going_on(~HeightMask());
  EXPECT_TRUE(cut_at({0, 6}, faces, {{1, 2}}));
  EXPECT_NEAR(faces[0].length(), 4, 0.03);
  faces = going_on(~HeightMask());
  EXPECT_FALSE(cut_at({0, 6}, faces, {{1, 2}, {1, 5}})) << "a station behind the glass sees it, too";
}

TEST(CutImages, WhatAStationBehindTheGlassSeesGoesOnHoweverThinItIs) {
  std::vector<WallFace> faces = going_on(0x1111);
  EXPECT_FALSE(cut_at({0, 6}, faces, {{1, 2}, {1, 5}}));
  EXPECT_NEAR(faces[0].length(), 6, 0.03);
  EXPECT_TRUE(cut_at({0, 6}, faces, {{1, 2}}));
  EXPECT_NEAR(faces[0].length(), 4, 0.03);
}

TEST(CutImages, AFaceThatTheGlassMirrorsIsNoWall) {
  const std::vector<WallFace> both = {seen_face({0, 1}, {6, 1}), seen_face({6, 7}, {0, 7})};
  std::vector<WallFace> faces = both;
  EXPECT_TRUE(cut_at({0, 6}, faces, {{3, 2}}));
  EXPECT_TRUE(faces[0].structural);
  EXPECT_FALSE(faces[1].structural);
  EXPECT_EQ(faces[1].reason.because, Because::kImage);
  faces = both;
  EXPECT_FALSE(cut_at({0, 6}, faces, {{3, 2}, {3, 6}})) << "a station stands before it";
  EXPECT_FALSE(cut_at({0, 6}, faces)) << "nobody knows who saw it";
  faces = {seen_face({6, 7}, {0, 7})};
  EXPECT_FALSE(cut_at({0, 6}, faces, {{3, 2}})) << "nothing stands where it would be mirrored from";
}

/// Is it told as an image, if nobody knows who saw it, and each of its cells is hit in the bins of `hit`?
bool image_without_poses(double length, HeightMask hit, double free_right) {
  std::vector<WallFace> faces = {seen_face({0, 1}, {6, 1}), seen_face({length, 7}, {0, 7})};
  std::fill(faces[1].profile.begin(), faces[1].profile.end(), hit);
  faces[1].free_left = 1;
  faces[1].free_right = free_right;
  cut_at({0, 6}, faces);
  EXPECT_TRUE(faces[0].structural);
  return !faces[1].structural;
}

TEST(CutImages, WithoutPosesALongAndFaintFaceWithFloorOnBothSidesIsAnImage) {
  EXPECT_TRUE(image_without_poses(6, 0x1111, 0.9));
  EXPECT_FALSE(image_without_poses(6, ~HeightMask(), 0.9)) << "rooms on both sides may be alike";
  EXPECT_FALSE(image_without_poses(6, 0x1111, 0.1)) << "nothing is seen behind walls";
  EXPECT_FALSE(image_without_poses(2, 0x1111, 0.9)) << "short ones match by chance";
}

/// A face over `extent` of kGlass's line that shows in every cell; with floor on both sides it may be a pane.
WallFace dense_face(double free_right) {
  WallFace face = seen_face({0, 4}, {6, 4});
  face.free_left = 1;
  face.free_right = free_right;
  return face;
}

TEST(DensePanes, AreFacesWithFloorOnBothSides) {
  EXPECT_EQ(dense_panes({dense_face(0.9)}).size(), 1u);
  EXPECT_EQ(dense_panes({dense_face(0.1)}).size(), 0u);
  WallFace leaf = dense_face(0.9);
  leaf.structural = false;
  EXPECT_EQ(dense_panes({leaf}).size(), 0u);
  WallFace post = dense_face(0.9);
  post.extent.to = post.extent.from + 0.5;
  EXPECT_EQ(dense_panes({post}).size(), 0u);
}

}  // namespace
}  // namespace storey
