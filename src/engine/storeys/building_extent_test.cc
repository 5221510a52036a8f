#include "engine/storeys/building_extent.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

constexpr double kHeight = 2.6;  // m

/// A hall of 16 x 10 m, of which only the middle 5 x 5 m of floor and ceiling show.
LevelCloud hall() {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {16, 10, kHeight});
  std::erase_if(cloud.surfels, [](const Surfel& surfel) {
    const bool level = surfel.mean.z() < 0.01f || surfel.mean.z() > static_cast<float>(kHeight) - 0.01f;
    return level && (std::abs(surfel.mean.x() - 8) > 2.5f || std::abs(surfel.mean.y() - 5) > 2.5f);
  });
  return cloud;
}

Eigen::AlignedBox2d extent_of(const LevelCloud& cloud) {
  StoreyLevel level;
  level.ceiling_z = kHeight;
  level.limit_z = kHeight + 1;
  level.ceiling_seen = true;
  return building_extent(cloud, flat_patches(cloud.surfels), level, 2);
}

TEST(BuildingExtent, ReachesTheWallsOverWhichNoCeilingShows) {
  const Eigen::AlignedBox2d extent = extent_of(hall());
  EXPECT_LE(extent.min().x(), 0.5);  // 5.5 m off the ceiling that shows
  EXPECT_GE(extent.max().x(), 15.5);
  EXPECT_LE(extent.min().y(), 0);
  EXPECT_GE(extent.max().y(), 10);
}

TEST(BuildingExtent, DoesNotReachWhatIsFarOrLow) {
  LevelCloud cloud = hall();
  const Eigen::AlignedBox2d without = extent_of(cloud);
  add_surface(cloud, {20, 0, 0}, {0, 10, 0}, {0, 0, kHeight});  // a house across the street
  add_surface(cloud, {0, -0.9, 0}, {16, 0, 0}, {0, 0, 0.9});    // a hedge
  const Eigen::AlignedBox2d with = extent_of(cloud);
  EXPECT_EQ(with.min(), without.min());
  EXPECT_EQ(with.max(), without.max());
}

TEST(BuildingExtent, GrowsByWholeMetresSoThatTheRasterStaysWhereItIs) {
  LevelCloud bare = hall();
  std::erase_if(bare.surfels, [](const Surfel& surfel) {
    return surfel.mean.z() > 0.01f && surfel.mean.z() < static_cast<float>(kHeight) - 0.01f;
  });
  const Eigen::Vector2d grown = extent_of(bare).min() - extent_of(hall()).min();
  for (const double by : {grown.x(), grown.y()}) {
    EXPECT_GT(by, 0.5);
    EXPECT_NEAR(by, std::round(by), 1e-6);
  }
}

TEST(BuildingExtent, OfNothingIsEmpty) { EXPECT_TRUE(extent_of(LevelCloud{}).isEmpty()); }

}  // namespace
}  // namespace storey
