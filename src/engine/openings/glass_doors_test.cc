#include "engine/openings/glass_doors.h"

#include <gtest/gtest.h>

#include "engine/scan/level.h"
#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

/// A hall of 8 x 6 m with a glass wall at y = 3.0 … 3.05 that returns a hit here and there.
struct Hall {
  LevelCloud cloud;
  WallPiece wall;

  Hall() {
    add_room(cloud, {0, 0, 0}, {8, 6, 2.7});
    wall.front = {{0, 3.05}, {1, 0}};
    wall.extent = {0, 8};
    wall.back_from = wall.back_to = 0.05;
    wall.back_edge = EdgeRef{};
    wall.glass = true;
    for (int i = 0; i < 400; ++i)
      add_point(0.5 * (i % 2) + 0.013 * ((i * 7) % 601), 0.1 + 0.0066 * ((i * 131) % 389));
  }
  /// A hit on the pane, unless in the doorway between 2.0 and 2.9 m.
  void add_point(double x, double z) {
    if (x > 1.95 && x < 2.95 && z < 2.1) return;
    cloud.surfels.push_back({Eigen::Vector3d(x, 3.025, z).cast<float>(), 1, 1});
  }
  void add_post(double x, double height) {
    add_surface(cloud, {x - 0.03, 3.01, 0}, {0.06, 0, 0}, {0, 0, height});
  }
  /// Two posts and a lintel about a doorway of 0.9 x 2.05 m.
  void add_frame() {
    add_post(2.0, 2.1);
    add_post(2.9, 2.1);
    add_surface(cloud, {2.0, 3.01, 2.05}, {0.9, 0, 0}, {0, 0, 0.05});
  }
  std::vector<FoundOpening> openings() const {
    const auto patches = flat_patches(cloud.surfels);
    const StoreyRaster raster = rasterise(cloud, patches, find_storeys(cloud.surfels, patches).at(0));
    const std::vector<WallPiece> walls = {wall};
    const LeafFinder leaves(raster, walls);
    std::vector<FoundOpening> found;
    const std::vector<WallRun> runs = join_runs(walls);
    find_glass_doors(raster, runs.at(0), draw_elevations(cloud, raster, runs, 0.002).at(0), leaves, found);
    return found;
  }
};

TEST(GlassDoors, AnEmptyFrameIsAnOpening) {
  Hall hall;
  hall.add_frame();
  const auto found = hall.openings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].type, OpeningType::kOpening);
  EXPECT_NEAR(found[0].span.from, 2.0, 0.02);
  EXPECT_NEAR(found[0].span.to, 2.9, 0.02);
  EXPECT_NEAR(found[0].head, 2.05, 0.06);
}

TEST(GlassDoors, ALeafMakesItADoor) {
  Hall hall;
  hall.add_frame();
  add_surface(hall.cloud, {2.03, 3.05, 0.01}, {0.01, 0.84, 0}, {0, 0, 2.03});
  const auto found = hall.openings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].type, OpeningType::kDoor);
  ASSERT_TRUE(found[0].swing);
  EXPECT_NEAR(found[0].swing->angle_deg, 90, 10);
}

TEST(GlassDoors, ALeafOfGlassShowsItsStile) {
  Hall hall;
  hall.add_frame();
  add_surface(hall.cloud, {2.03, 3.85, 0.01}, {0, 0.05, 0}, {0, 0, 2.03});
  for (int i = 0; i < 24; ++i)
    hall.cloud.surfels.push_back(
        {Eigen::Vector3d(2.03, 3.15 + 0.03 * i, 0.5 + 0.1 * (i % 14)).cast<float>(), 1, 1});
  const auto found = hall.openings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].type, OpeningType::kDoor);
}

TEST(GlassDoors, WhatStandsAgainstTheGlassIsNone) {
  Hall hall;
  add_surface(hall.cloud, {2.0, 3.02, 0.01}, {0.9, 0, 0}, {0, 0, 1.9});
  EXPECT_TRUE(hall.openings().empty());
}

TEST(GlassDoors, PanesBetweenPostsAreNone) {
  Hall hall;
  for (int i = 0; i < 7; ++i) hall.add_post(0.6 + 1.15 * i, 2.65);
  for (int i = 0; i < 80; ++i)  // the pane where the door would be
    hall.cloud.surfels.push_back(
        {Eigen::Vector3d(1.96 + 0.0123 * i, 3.025, 0.1 + 0.025 * ((i * 37) % 80)).cast<float>(), 1, 1});
  EXPECT_TRUE(hall.openings().empty());
}

TEST(GlassDoors, AThinScanShowsPartsOfALintel) {
  for (const double apart : {0.05, 0.09, 0.20}) {
    Hall hall;
    hall.add_post(2.0, 2.1);
    hall.add_post(2.9, 2.1);
    for (double x = 2.0; x < 2.9; x += apart)
      hall.cloud.surfels.push_back({Eigen::Vector3d(x, 3.02, 2.07).cast<float>(), 1, 1});
    EXPECT_EQ(hall.openings().size(), apart < 0.1 ? 1u : 0u) << apart;
  }
}

}  // namespace
}  // namespace storey
