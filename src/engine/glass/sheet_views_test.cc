#include "engine/glass/sheet_views.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

/// Of a sheet along y = 0 that a station sees 4 m off, through a wall half way that leaves out the height
/// bins of `open` over its whole length.
std::size_t left_behind_wall(const Interval& open, bool glass = false) {
  StoreyRaster raster;
  WallFace wall = seen_face({-3, 2}, {5, 2});
  wall.glass = glass;
  const HeightMask left_out = raster.bins.range(open.from, open.to);
  std::ranges::fill(wall.profile, raster.bins.range(0, 2.6) & ~left_out);
  std::vector<GlassSheet> sheets = {{{{0, 0}, {1, 0}}, 0, std::vector<SheetPiece>(20)}};
  for (SheetPiece& piece : sheets[0].pieces) piece.views = {{{1, 4}, 3}};
  drop_hidden(raster, {wall}, sheets);
  return sheets.size();
}

TEST(DropHidden, WhatShowsPastAWallIsAnImage) {
  EXPECT_EQ(left_behind_wall({0, 0}), 0u);
  EXPECT_EQ(left_behind_wall({0, 2.1}), 1u) << "a doorway";
  EXPECT_EQ(left_behind_wall({0, 0}, true), 1u) << "seen through a glass wall";
}

/// A station before a face along y = 0 from x = 0 to 1, one behind it.
LevelCloud seen_from_both_sides() {
  LevelCloud cloud;
  cloud.station_sets = sets_of_two();
  cloud.stations = {{"a", {0.5f, 2, 1.5f}, 0}, {"b", {0.5f, -3, 1.5f}, 1}};
  return cloud;
}

TEST(FindViews, TellWhoHitsThePiecesThatSpeakForASheet) {
  LevelCloud cloud = seen_from_both_sides();
  for (int i = 0; i < 3; ++i) cloud.surfels.push_back({{0.05f, 0.01f, 2.0f}, 1, 1});
  cloud.surfels.push_back({{0.05f, -0.01f, 2.0f}, 1, 2});
  cloud.surfels.push_back({{0.15f, 0.00f, 2.0f}, 1, 1});  // nothing there speaks for the sheet
  cloud.surfels.push_back({{0.05f, 0.20f, 2.0f}, 1, 1});  // not on the sheet
  cloud.surfels.push_back({{0.05f, 0.00f, 1.0f}, 1, 1});  // where furniture is
  StoreyLevel level;
  level.ceiling_z = 2.6;
  std::vector<GlassSheet> sheets = {{{{0, 0}, {1, 0}}, 0, std::vector<SheetPiece>(2)}};
  sheets[0].pieces[0].low = 1;
  find_views(cloud, level, 2, sheets);
  const std::vector<SheetView>& views = sheets[0].pieces[0].views;
  ASSERT_EQ(views.size(), 2u);
  EXPECT_EQ(views[0].voxels, 3);
  EXPECT_NEAR(views[0].from.y(), 2, 1e-6);
  EXPECT_EQ(views[1].voxels, 1);
  EXPECT_TRUE(sheets[0].pieces[1].views.empty());
}

TEST(ViewsOfFaces, TellWhoSeesWhichPieceAndHowMuchOfIt) {
  LevelCloud cloud = seen_from_both_sides();
  for (int i = 0; i < 3; ++i) cloud.surfels.push_back({{0.05f, 0.01f, 2.0f}, 1, 1});
  cloud.surfels.push_back({{0.55f, -0.01f, 2.0f}, 1, 3});
  cloud.surfels.push_back({{0.55f, 0.20f, 2.0f}, 1, 1});  // not on the face
  cloud.surfels.push_back({{0.55f, 0.00f, 1.0f}, 1, 1});  // where furniture is
  StoreyLevel level;
  level.ceiling_z = 2.6;
  const std::vector<WallFace> faces = {seen_face({0, 0}, {1, 0}), seen_face({0, 0}, {1, 0})};
  const std::vector<FaceViews> views = views_of_faces(cloud, level, 2, faces, {0});
  ASSERT_EQ(views.size(), 2u);
  EXPECT_TRUE(views[1].pieces[0].empty()) << "nobody asked for it";
  ASSERT_EQ(views[0].pieces.size(), 10u);
  ASSERT_EQ(views[0].pieces[0].size(), 1u);
  EXPECT_EQ(views[0].pieces[0][0].voxels, 3);
  EXPECT_EQ(views[0].pieces[0][0].from, Vec2(0.5, 2));
  ASSERT_EQ(views[0].pieces[5].size(), 2u);
  EXPECT_EQ(views[0].pieces[5][0].voxels, 1);
  EXPECT_EQ(views[0].pieces[5][1].from, Vec2(0.5, -3));
}

}  // namespace
}  // namespace storey
