#include "engine/glass/mirrors/pane_reflections.h"

#include <gtest/gtest.h>

#include <vector>

#include "engine/test_inputs/mirror_test_inputs.h"

namespace storey {
namespace {

/// In place of the room's right wall; what is mirrored lies to its left, where the station inside stands.
const MirrorPlane kPane{{{4, 0}, {0, 1}}, {0, 3}};

/// Whether what `stations` saw at `p` is taken out, and nothing else.
bool taken_out(const Eigen::Vector3f& p, StationSet stations = kInside, const MirrorPlane& pane = kPane,
               LevelCloud cloud = furnished_room()) {
  cloud.surfels.push_back({p, 1, stations});
  const std::size_t before = cloud.surfels.size();
  const bool any = take_out_reflections(cloud, raster_of(cloud), {pane}, 2);
  EXPECT_EQ(cloud.surfels.size(), before - (any ? 1 : 0));
  return any;
}

/// The right side of the cupboard, mirrored in the pane.
const Eigen::Vector3f kImageOfCupboard(6.4f, 0.4f, 0.8f);

TEST(PaneReflections, WhatShowsAgainBeforeThePaneIsTakenOut) {
  EXPECT_TRUE(taken_out(kImageOfCupboard));
  EXPECT_TRUE(taken_out({8, 1.5f, 1.2f})) << "of the wall opposite";
  EXPECT_TRUE(taken_out({5, 0, 1})) << "of a wall square to the pane, which seems to go on behind it";
}

TEST(PaneReflections, WhatDoesNotShowAgainStays) {
  EXPECT_FALSE(taken_out({5, 1.5f, 1}));
  EXPECT_FALSE(taken_out({6.5f, 0.4f, 0.8f})) << "10 cm off the cupboard's image";
}

TEST(PaneReflections, WhatIsSeenFromBehindThePaneAsWellStays) {
  EXPECT_FALSE(taken_out(kImageOfCupboard, kInside | kNextDoor));
  EXPECT_FALSE(taken_out(kImageOfCupboard, kNextDoor));
}

TEST(PaneReflections, WhatIsSeenBesideThePaneStays) {
  EXPECT_TRUE(taken_out(kImageOfCupboard, kInside, {kPane.line, {0, 1.05}}));
  EXPECT_FALSE(taken_out(kImageOfCupboard, kInside, {kPane.line, {0, 0.95}}));
}

TEST(PaneReflections, FloorsAndTableTopsStay) {
  EXPECT_FALSE(taken_out({5, 1.5f, 0}));
  LevelCloud cloud = furnished_room();
  add_surface(cloud, {2, 1, 0.75}, {1, 0, 0}, {0, 1, 0});
  EXPECT_FALSE(taken_out({5.5f, 1.5f, 0.75f}, kInside, kPane, cloud));
}

TEST(PaneReflections, WithoutPosesNothingIsKnownOfThem) {
  LevelCloud cloud = furnished_room();
  cloud.stations.clear();
  EXPECT_FALSE(taken_out(kImageOfCupboard, kInside, kPane, cloud));
}

TEST(PaneReflections, PanesAreGlassWallsAndWhatStandsFreeAsHitsOfPanesDo) {
  WallFace glass;
  glass.line = {{0, 0}, {1, 0}};
  glass.extent = {1, 3};
  glass.glass = true;
  WallFace dense = glass;
  dense.glass = false;
  dense.structural = true;
  dense.coverage = dense.free_left = dense.free_right = 1;
  WallFace wall = dense;
  wall.free_left = 0;
  const std::vector<MirrorPlane> panes = panes_among({glass, dense, wall});
  ASSERT_EQ(panes.size(), 3u);
  EXPECT_EQ(panes[2].line.direction, Vec2(-1, 0)) << "from both sides";
  EXPECT_EQ(panes[2].extent.from, -3);
  EXPECT_EQ(panes[2].extent.to, -1);
}

}  // namespace
}  // namespace storey
