#include "engine/storeys/storey_raster.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/scan/level.h"
#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

/// A room of 8 x 4 x 4 m across which something as low as 2.5 m is built from `from` to `to`.
LevelCloud room_with_soffit(double from, double to) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {8, 4, 4});
  std::erase_if(cloud.surfels, [&](const Surfel& surfel) {
    return surfel.mean.z() > 3.9f && surfel.mean.x() > from && surfel.mean.x() < to;
  });
  add_surface(cloud, {from, 0, 2.5}, {to - from, 0, 0}, {0, 4, 0});
  for (const double x : {from, to}) add_surface(cloud, {x, 0, 2.5}, {0, 4, 0}, {0, 0, 1.5});
  return cloud;
}

TEST(StoreyRaster, TheSoffitOfABeamIsNoCeiling) {
  const StoreyRaster raster = raster_of(room_with_soffit(3.97, 4.45));
  EXPECT_NEAR(raster.ceiling_at({4.2, 2}), 4, 0.05);
  EXPECT_FALSE(raster.under_ceiling({4.2, 2}));
  EXPECT_TRUE(raster.under_ceiling({2, 2}));
}

TEST(StoreyRaster, AWideLowPartOfTheCeilingIs) {
  const StoreyRaster raster = raster_of(room_with_soffit(3, 5));
  EXPECT_NEAR(raster.ceiling_at({4, 2}), 2.5, 0.05);
  EXPECT_TRUE(raster.under_ceiling({4, 2}));
}

TEST(StoreyRaster, NorIsThatOfADoorAndTheWallAboveIt) {
  const StoreyRaster raster = raster_of(rooms_with_door());
  EXPECT_NEAR(raster.ceiling_at({4.12, 2}), 2.6, 0.05);
  for (const double x : {4.0, 4.12, 4.25}) EXPECT_FALSE(raster.under_ceiling({x, 2})) << x;
  for (const double x : {3.9, 4.35}) EXPECT_TRUE(raster.under_ceiling({x, 2})) << x;
}

TEST(StoreyRaster, NorIsThatOfADoorRightBelowALowCeiling) {
  for (const auto& [soffit, ceiling] :
       {std::pair{2.1, 2.2}, {2.16, 2.16}}) {  // m; the second: not quite level
    LevelCloud cloud;
    add_room(cloud, {0, 0, 0}, {3.99, 4, 2.2});
    add_room(cloud, {4.26, 0, 0}, {4, 4, 2.2});
    add_surface(cloud, {3.99, 1.5, soffit}, {0.27, 0, 0}, {0, 1, 0});
    EXPECT_NEAR(raster_of(cloud).ceiling_at({4.12, 2}), ceiling, 0.01);
  }
}

TEST(StoreyRaster, NorIsAnythingWhereNoCeilingWasScanned) {
  LevelCloud cloud = rooms_with_door();
  std::erase_if(cloud.surfels, [](const Surfel& surfel) { return surfel.mean.z() > 2.59f; });
  add_box(cloud, {1, 1, 0}, {0.6, 1.2, 1.9});  // a cupboard
  const StoreyRaster raster = raster_of(cloud);
  for (const Eigen::Vector2d& p : {Eigen::Vector2d(4.12, 2), {1.3, 1.6}, {2, 3}}) {
    EXPECT_NEAR(raster.ceiling_at(p), 2.6, 0.1) << "where the walls end";
    EXPECT_FALSE(raster.under_ceiling(p));
  }
}

TEST(StoreyRaster, TheCeilingHasNoHolesWhereverARoomLies) {
  for (double at = 0; at < 0.25; at += 0.02) {
    LevelCloud cloud;
    add_room(cloud, {at, at, 0}, {4, 4, 2.6});
    const StoreyRaster raster = raster_of(cloud);
    for (double x = 0.4; x < 3.8; x += 0.05) EXPECT_TRUE(raster.ceiling_seen_at({x, x})) << at << ' ' << x;
  }
}

TEST(StoreyRaster, TheCeilingOfAClosetIsLowered) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {4, 4, 2.7});
  add_room(cloud, {4.1, 0, 0}, {0.9, 4, 2.2});
  add_room(cloud, {5.1, 0, 0}, {4, 4, 2.7});
  const StoreyRaster raster = raster_of(cloud);
  EXPECT_NEAR(raster.ceiling_at({4.55, 2}), 2.2, 0.05);
  EXPECT_TRUE(raster.under_ceiling({4.55, 2}));
}

TEST(StoreyRaster, TheCeilingShowsUpToTheWallWhereverThatStands) {
  for (double wall = 4; wall < 4.25; wall += 0.04) {
    SCOPED_TRACE(wall);
    LevelCloud cloud;
    add_room(cloud, {0, 0, 0}, {wall, 4, 2.6});
    const StoreyRaster raster = raster_of(cloud);
    EXPECT_TRUE(raster.under_ceiling({wall - 0.08, 2}));
    EXPECT_FALSE(raster.under_ceiling({wall, 2})) << "its face";
  }
}

TEST(StoreyRaster, StraysBelowACeilingHideNoneOfIt) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {4, 4, 2.6});
  for (const double z : {2.15, 2.3})
    cloud.surfels.push_back({Eigen::Vector3d(2.01, 2.01, z).cast<float>(), 1, 1});
  EXPECT_TRUE(raster_of(cloud).under_ceiling({2.01, 2.01}));
}

TEST(StoreyRaster, WhatIsHitAboutAPlaceIsHitWithin4Cm) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {8, 4, 4});
  std::erase_if(cloud.surfels,
                [](const Surfel& surfel) { return surfel.mean.z() < 0.01f && surfel.mean.x() > 2; });
  const StoreyRaster raster = raster_of(cloud);
  const HeightMask floor = raster.bins.range(-0.1, 0.1);
  EXPECT_NE(raster.hit_about({2.03, 2}) & floor, 0u);
  EXPECT_EQ(raster.hit_about({2.09, 2}) & floor, 0u);
  EXPECT_NE(raster.hit_about({2.09, 2}), 0u) << "the ceiling";
  EXPECT_EQ(raster.hit_about({-9, 2}), 0u) << "beyond the raster";
}

/// A room whose ceiling comes down from 2.5 m at y = 3 to 0.9 m at y = 5, less than a metre of it level.
LevelCloud room_under_roof() {
  LevelCloud cloud;
  add_surface(cloud, {0, 0, 0}, {6, 0, 0}, {0, 5, 0});
  add_surface(cloud, {0, 0, 2.5}, {6, 0, 0}, {0, 3, 0});
  add_surface(cloud, {0, 3, 2.5}, {6, 0, 0}, {0, 2, -1.6});
  add_surface(cloud, {0, 0, 0}, {6, 0, 0}, {0, 0, 2.5});
  add_surface(cloud, {0, 5, 0}, {6, 0, 0}, {0, 0, 0.9});
  return cloud;
}

TEST(StoreyRaster, ARoofComesDownToItsKneeWall) {
  const StoreyRaster raster = raster_of(room_under_roof());
  ASSERT_GT(raster.columns.frame.rows, 0);
  for (const double y : {3.5, 4.1, 4.6, 4.9}) {
    SCOPED_TRACE(y);
    EXPECT_NEAR(raster.ceiling_at({3, y}), 2.5 - 0.8 * (y - 3), y < 4.3 ? 0.03 : 0.15);  // seen; carried on
  }
  EXPECT_NE(raster.columns.get({3, 5.005}).hit, 0u);  // the knee wall is in it
}

TEST(StoreyRaster, BinsCountFromTheFloor) {
  StoreyRaster raster;
  raster.level.floor_z = -1;
  raster.bins.bottom = -1.1;
  EXPECT_EQ(raster.above_floor(0.2, 0.5), raster.bins.range(-0.8, -0.5));
  EXPECT_EQ(raster.floor_bins(), HeightMask::below(4));
}

/// m of the lowest place under the raster's ceilings.
double lowest_place(const StoreyRaster& raster) {
  const GridFrame& frame = raster.columns.frame;
  double lowest = raster.level.ceiling_z;
  for (int r = 0; r < frame.rows; ++r)
    for (int c = 0; c < frame.columns; ++c) lowest = std::min(lowest, raster.ceiling_at(frame.centre(c, r)));
  return lowest;
}

TEST(StoreyRaster, NoCeilingHangsBelowTheLowest) {
  for (const LevelCloud& cloud : {room_with_soffit(3, 5), room_under_roof()}) {
    const StoreyRaster raster = raster_of(cloud);
    EXPECT_LE(raster.lowest_ceiling, lowest_place(raster));
    EXPECT_NEAR(raster.lowest_ceiling, lowest_place(raster), 0.03);
  }
}

}  // namespace
}  // namespace storey
