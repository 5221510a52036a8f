#include "engine/storeys/find_storeys.h"

#include <gtest/gtest.h>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

std::vector<StoreyLevel> storeys_of(const LevelCloud& cloud) {
  return find_storeys(cloud.surfels, flat_patches(cloud.surfels));
}

TEST(FindStoreys, OneRoomIsOneStorey) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0.613}, {4, 3, 2.487});
  const std::vector<StoreyLevel> storeys = storeys_of(cloud);
  ASSERT_EQ(storeys.size(), 1u);
  EXPECT_NEAR(storeys[0].floor_z, 0.613, 0.002);
  EXPECT_NEAR(storeys[0].ceiling_z, 3.1, 0.002);
  EXPECT_TRUE(storeys[0].ceiling_seen);
  EXPECT_NEAR(storeys[0].floor_area, 12, 2);  // cubes on the rim count as wall
}

TEST(FindStoreys, StoreysComeFromTheLowestUp) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 2.9}, {4, 3, 2.4});
  add_room(cloud, {0, 0, 0}, {5, 4, 2.6});
  add_room(cloud, {0, 0, -2.8}, {4, 3, 2.5});
  const std::vector<StoreyLevel> storeys = storeys_of(cloud);
  ASSERT_EQ(storeys.size(), 3u);
  EXPECT_NEAR(storeys[0].floor_z, -2.8, 0.002);
  EXPECT_NEAR(storeys[1].floor_z, 0, 0.002);
  EXPECT_NEAR(storeys[1].ceiling_z, 2.6, 0.002);
  EXPECT_NEAR(storeys[2].ceiling_z, 5.3, 0.002);
  EXPECT_NEAR(storeys[0].next_floor_z.value(), 0, 0.002);
  EXPECT_FALSE(storeys[2].next_floor_z);
  EXPECT_LT(storeys[0].limit_z, 0);
  EXPECT_LT(storeys[1].limit_z, 2.9);
}

TEST(FindStoreys, NeitherATableNorABedMakesAStorey) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {5, 4, 2.6});
  add_box(cloud, {0.5, 0.5, 0}, {2.2, 1.8, 0.5});  // 2.1 m free above it, as over a low floor
  add_box(cloud, {3.2, 0.5, 0}, {1.6, 2.5, 0.74});
  const std::vector<StoreyLevel> storeys = storeys_of(cloud);
  ASSERT_EQ(storeys.size(), 1u);
  EXPECT_NEAR(storeys[0].floor_z, 0, 0.002);
}

TEST(FindStoreys, ARaisedPlatformBelongsToItsStorey) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {5, 4, 3});
  add_box(cloud, {0, 0, 0}, {2, 4, 0.6});
  EXPECT_EQ(storeys_of(cloud).size(), 1u);
}

TEST(FindStoreys, AVoidThroughTwoStoreysIsNoThird) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {5, 4, 2.6});
  add_room(cloud, {0, 0, 2.9}, {5, 4, 2.6});
  add_room(cloud, {5.2, 0, 0}, {3, 4, 5.5});
  const std::vector<StoreyLevel> storeys = storeys_of(cloud);
  ASSERT_EQ(storeys.size(), 2u);
  EXPECT_NEAR(storeys[0].ceiling_z, 2.6, 0.002);
  EXPECT_NEAR(storeys[1].floor_z, 2.9, 0.002);
}

TEST(FindStoreys, WithoutCeilingTheWallsSayHowHighItIs) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {5, 4, 2.6});
  std::erase_if(cloud.surfels, [](const Surfel& s) { return s.mean.z() > 2.59f; });
  const std::vector<StoreyLevel> storeys = storeys_of(cloud);
  ASSERT_EQ(storeys.size(), 1u);
  EXPECT_FALSE(storeys[0].ceiling_seen);
  EXPECT_NEAR(storeys[0].floor_z, 0, 0.002);
  EXPECT_NEAR(storeys[0].ceiling_z, 2.6, 0.15);
}

TEST(FindStoreys, WithoutFloorItLiesWhereWallsBegin) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {5, 4, 2.6});
  std::erase_if(cloud.surfels, [](const Surfel& s) { return s.mean.z() < 0.005f; });
  for (const bool ground : {false, true}) {
    SCOPED_TRACE(ground ? "with ground outside" : "without");
    if (ground) add_surface(cloud, {-5, 0, -0.3}, {4, 0, 0}, {0, 4, 0});
    const std::vector<StoreyLevel> storeys = storeys_of(cloud);
    ASSERT_EQ(storeys.size(), 1u);
    EXPECT_FALSE(storeys[0].floor_seen);
    EXPECT_NEAR(storeys[0].floor_z, 0, 0.06);
    EXPECT_NEAR(storeys[0].ceiling_z, 2.6, 0.002);
  }
}

TEST(FindStoreys, WhereTheFootOfWallsIsHiddenTooAUsualHeightIsAssumed) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {5, 4, 2.9});
  std::erase_if(cloud.surfels, [](const Surfel& s) { return s.mean.z() < 1.3f; });
  const std::vector<StoreyLevel> storeys = storeys_of(cloud);
  ASSERT_EQ(storeys.size(), 1u);
  EXPECT_FALSE(storeys[0].floor_seen);
  EXPECT_NEAR(storeys[0].floor_z, 0.2, 0.002);
}

TEST(FindStoreys, ARoofOnPostsIsNone) {
  LevelCloud cloud;
  add_surface(cloud, {0, 0, 2.6}, {5, 0, 0}, {0, 4, 0});
  for (const double y : {0.0, 4.0}) add_surface(cloud, {0, y, 2.1}, {5, 0, 0}, {0, 0, 0.5});
  EXPECT_TRUE(storeys_of(cloud).empty());
}

TEST(FindStoreys, WallsWithoutFloorAndCeilingAreNone) {
  LevelCloud cloud;
  add_surface(cloud, {0, 0, 0}, {5, 0, 0}, {0, 0, 2.6});
  EXPECT_TRUE(storeys_of(cloud).empty());
  EXPECT_TRUE(storeys_of(LevelCloud{}).empty());
}

TEST(FindStoreys, ABareGroundIsNone) {
  LevelCloud cloud;
  add_surface(cloud, {0, 0, 0}, {8, 0, 0}, {0, 8, 0});
  EXPECT_TRUE(storeys_of(cloud).empty());
}

}  // namespace
}  // namespace storey
