#include "engine/stages/storey_raster.h"

#include <gtest/gtest.h>

#include "engine/stages/level.h"
#include "engine/stages/stage_test_inputs.h"

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

}  // namespace
}  // namespace storey
