#include "engine/glass/mirrors/shows_again.h"

#include <gtest/gtest.h>

#include "engine/test_inputs/mirror_test_inputs.h"

namespace storey {
namespace {

/// A room with a table of 1 x 1 m, from (2, 1), 0.75 m high.
StoreyRaster room_with_table() {
  LevelCloud cloud = furnished_room();
  add_surface(cloud, {2, 1, 0.75}, {1, 0, 0}, {0, 1, 0});
  return raster_of(cloud);
}

TEST(ShowsAgain, WithinTheToleranceInPlanAndHeight) {
  const StoreyRaster raster = room_with_table();
  EXPECT_TRUE(shows_at(raster, {2.5, 1.5}, 0.75, 0.03));
  EXPECT_TRUE(shows_at(raster, {1.95, 1.5}, 0.75, 0.06));
  EXPECT_FALSE(shows_at(raster, {1.9, 1.5}, 0.75, 0.06));
  EXPECT_FALSE(shows_at(raster, {2.5, 1.5}, 0.9, 0.06));
}

TEST(ShowsAgain, WhatGoesOnToBothSidesExtends) {
  const StoreyRaster raster = room_with_table();
  EXPECT_TRUE(extends_along(raster, {1, 0}, {2.5, 1.5}, 0.75));
  EXPECT_FALSE(extends_along(raster, {1, 0}, {2, 1.5}, 0.75)) << "the table's edge";
  EXPECT_TRUE(extends_along(raster, {0, 1}, {4, 1.5}, 1)) << "along a wall";
  EXPECT_FALSE(extends_along(raster, {1, 0}, {4, 1.5}, 1)) << "across it";
}

}  // namespace
}  // namespace storey
