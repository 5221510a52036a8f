#include "engine/storeys/raster_columns.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

TEST(HeightMask, HoldsBinsInAllItsWords) {
  for (const int bin : {0, 63, 64, 130, 255}) {
    const HeightMask mask = HeightMask::bin(bin);
    EXPECT_EQ(mask.count(), 1) << bin;
    EXPECT_EQ(mask.lowest(), bin);
    EXPECT_EQ(mask.past_highest(), bin + 1);
    EXPECT_EQ(mask, HeightMask::below(bin + 1) & ~HeightMask::below(bin));
    EXPECT_EQ(mask.lowered(), bin > 0 ? HeightMask::bin(bin - 1) : HeightMask());
    EXPECT_EQ(mask.raised(), bin < 255 ? HeightMask::bin(bin + 1) : HeightMask());
    EXPECT_FALSE(mask.without_lowest());
  }
  EXPECT_EQ(HeightMask().lowest(), HeightMask::kBins);
  EXPECT_EQ(HeightMask().past_highest(), 0);
  EXPECT_EQ(HeightMask::below(HeightMask::kBins).count(), 256);
  EXPECT_EQ(HeightMask::below(0), 0);
  EXPECT_EQ(HeightMask::between(60, 130), HeightMask::below(130) & ~HeightMask::below(60));
  EXPECT_EQ(HeightMask::between(7, 7), 0);
  EXPECT_EQ((HeightMask::bin(3) | HeightMask::bin(200)).without_lowest(), HeightMask::bin(200));
}

TEST(RasterColumns, KeepWhatIsPutIntoThem) {
  RasterColumns columns({{0, 0}, 0.02, 1000, 70}, 200);
  columns.add_hit(999, 69, 199);
  columns.add_hit(999, 69, 3);
  columns.add_body(31, 32, 1, 2);
  columns.add_body(31, 32, 2, 4);
  columns.finish();
  EXPECT_EQ(columns.hit_at(999, 69), HeightMask::bin(3) | HeightMask::bin(199));
  EXPECT_EQ(columns.at(999, 69).weight, 0);
  EXPECT_EQ(columns.at(31, 32).weight, 2);
  EXPECT_EQ(columns.at(31, 32).x, 1.5f);
  EXPECT_EQ(columns.at(31, 32).y, 3);
  EXPECT_EQ(columns.hit_at(500, 10), 0);
  EXPECT_EQ(columns.get({-1, 0}).hit, 0);
  EXPECT_EQ(columns.get({19.99, 1.39}).hit, columns.hit_at(999, 69));
}

TEST(RasterColumns, KeepTheBinsHitWithoutTheirBodies) {
  RasterColumns columns({{0, 0}, 0.02, 100, 70}, 200);
  columns.add_hit(31, 32, 199);
  columns.add_body(31, 32, 1, 2);
  columns.finish();
  columns.drop_bodies();
  EXPECT_EQ(columns.hit_at(31, 32), HeightMask::bin(199));
  EXPECT_EQ(columns.at(31, 32).hit, HeightMask::bin(199));
  EXPECT_EQ(columns.at(31, 32).weight, 0);
  EXPECT_EQ(columns.at(99, 69).hit, 0);
}

TEST(RasterColumns, TellWhetherSomeHeightsWereHit) {
  RasterColumns columns({{0, 0}, 0.02, 100, 70}, 200);
  columns.add_hit(99, 69, 199);
  EXPECT_TRUE(columns.hit_in(99, 69, HeightMask::bin(199) | HeightMask::bin(2)));
  EXPECT_FALSE(columns.hit_in(99, 69, HeightMask::below(199)));
  EXPECT_FALSE(columns.hit_in(98, 69, HeightMask::bin(199)));
  EXPECT_TRUE(columns.hit_in({1.99, 1.39}, HeightMask::bin(199)));
  EXPECT_FALSE(columns.hit_in(10, 10, HeightMask::bin(199)));        // its block is not there
  EXPECT_FALSE(columns.hit_in({2.01, 1.39}, HeightMask::bin(199)));  // beyond the raster
}

TEST(RasterColumns, TellWhetherSomeHeightsWereHitNearby) {
  const HeightMask bins = HeightMask::bin(70) | HeightMask::bin(2);
  RasterColumns columns({{0, 0}, 0.02, 100, 70}, 200);
  columns.add_hit(40, 40, 70);
  columns.add_hit(41, 40, 71);
  columns.finish();
  columns.set(0, 69, {HeightMask::bin(2)});
  for (int row = -10; row < 80; ++row)
    for (int column = -10; column < 110; ++column) {
      const auto is_near = [&](int c, int r) { return std::abs(column - c) <= 4 && std::abs(row - r) <= 4; };
      ASSERT_EQ(columns.hit_near(column, row, 4, bins), is_near(40, 40) || is_near(0, 69))
          << column << ' ' << row;
    }
}

TEST(RasterColumns, OfAHighHallTellHeightsAsWellAsOfALowRoom) {
  LevelCloud hall;
  add_room(hall, {0, 0, 0}, {12, 9, 9.5});
  add_surface(hall, {4, 4, 9.0}, {1, 0, 0}, {0, 1, 0});  // a beam
  const StoreyRaster raster = raster_of(hall);
  EXPECT_EQ(raster.bins.height, 0.05);
  const HeightMask hit = raster.columns.get({4.5, 4.5}).hit;
  EXPECT_NE(hit & raster.bins.range(8.93, 9.07), 0);
  EXPECT_EQ(hit & raster.bins.range(9.12, 9.40), 0);
  EXPECT_NE(hit & raster.bins.range(9.40, 9.60), 0);
}

TEST(RasterColumns, OfALargeSiteHaveCellsAsSmallAsOfARoom) {
  LevelCloud site;  // two halls 300 m apart: a box of 40,000 m²
  add_room(site, {0, 0, 0}, {8, 6, 2.5});
  add_room(site, {300, 130, 0}, {8, 6, 2.5});
  EXPECT_EQ(raster_of(site).columns.frame.cell, kVoxel);
}

}  // namespace
}  // namespace storey
