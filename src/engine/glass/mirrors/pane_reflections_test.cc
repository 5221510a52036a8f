#include "engine/glass/mirrors/pane_reflections.h"

#include <gtest/gtest.h>

#include <vector>

#include "engine/glass/fit_sheet.h"
#include "engine/test_inputs/mirror_test_inputs.h"

namespace storey {
namespace {

/// Of a pane whose surface is where the room's right wall was.
constexpr double kMiddle = 4 + kGlassThickness / 2;  // m
/// In place of the room's right wall; the station inside stands to its left.
const GlassWall kPane{0, {{kMiddle, 0}, {0, 1}}, {0, 3}};

/// Whether what `stations` saw at `p` is taken out, and nothing else.
bool taken_out(const Eigen::Vector3f& p, StationSet stations = kInside, const GlassWall& pane = kPane,
               LevelCloud cloud = furnished_room()) {
  cloud.surfels.push_back({p, 1, stations});
  const std::size_t before = cloud.surfels.size();
  const bool any = take_out_reflections(cloud, raster_of(cloud), {pane}, 2) > 0;
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
  EXPECT_TRUE(taken_out(kImageOfCupboard, kInside, {0, kPane.line, {0, 1.05}}));
  EXPECT_FALSE(taken_out(kImageOfCupboard, kInside, {0, kPane.line, {0, 0.95}}));
}

TEST(PaneReflections, WhatMayBeAWallKeepsItsJambsAndItsOtherFace) {
  const Eigen::Vector3f beside(4.2f, 0, 1);  // of the wall square to the pane
  EXPECT_TRUE(taken_out(beside));
  GlassWall dense = kPane;
  dense.line.point.x() = 4;
  dense.dense = true;
  EXPECT_FALSE(taken_out(beside, kInside, dense));
  EXPECT_TRUE(taken_out({4.4f, 0, 1}, kInside, dense));
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

TEST(PaneReflections, PanesMirrorToBothSides) {
  EXPECT_TRUE(taken_out(kImageOfCupboard, kInside, {0, {{kMiddle, 3}, {0, -1}}, {0, 3}}));
}

}  // namespace
}  // namespace storey
