#include "engine/storeys/density_map.h"

#include <gtest/gtest.h>

#include "engine/scan/level.h"

namespace storey {
namespace {

/// A floor of 4 by 2 m under a ceiling; `count` points per voxel left of x = 2, one right of it.
DensityMap map_of(float count) {
  LevelCloud cloud;
  cloud.origin = {100, 200, 0};
  for (double x = 0.01; x < 4; x += 0.02)
    for (double y = 0.01; y < 2; y += 0.02)
      for (const double z : {0.0, 2.5}) {
        Surfel surfel;
        surfel.mean = Eigen::Vector3d(x, y, z).cast<float>();
        surfel.count = x < 2 ? count : 1;
        cloud.surfels.push_back(surfel);
      }
  StoreyLevel level;
  level.ceiling_z = level.top_z = 2.5;
  level.limit_z = 2.4;  // the ceiling above does not count
  return density_map(cloud, rasterise(cloud, flat_patches(cloud.surfels), level));
}

std::uint8_t level_at(const DensityMap& map, double x, double y) {
  const int column = static_cast<int>(std::floor((x - map.x) / map.cell));
  const int row = static_cast<int>(std::floor((y - map.y) / map.cell));
  return map.levels.at(static_cast<std::size_t>(row * map.columns + column));
}

TEST(DensityMap, ShowsWhereTheScanIsThin) {
  const DensityMap map = map_of(8);
  ASSERT_EQ(map.levels.size(), static_cast<std::size_t>(map.columns) * static_cast<std::size_t>(map.rows));
  // 5 cm hold 4, 6 or 9 voxels: log(1 + 9 · 8) is black, log(1 + 6) is 0.45 of it.
  EXPECT_GT(level_at(map, 101.02, 201.02), 200);
  EXPECT_NEAR(level_at(map, 103.02, 201.02), 0.45 * 255, 30);
}

TEST(DensityMap, IsWhiteWhereNothingLies) {
  const DensityMap map = map_of(1);
  EXPECT_EQ(map.levels.front(), 0);  // the corner of the margin
  EXPECT_GT(level_at(map, 103.02, 201.02), 200);
}

}  // namespace
}  // namespace storey
