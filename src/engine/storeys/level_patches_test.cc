#include "engine/storeys/level_patches.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

FlatPatch floor_at(float z) { return {{0, 0, z}, {0, 0, 1}, 0}; }

TEST(FloorSigma, IsHowFarMostFloorsLieOffTheStoreysOne) {
  StoreyLevel level;
  level.floor_z = 1;
  EXPECT_EQ(floor_sigma({}, level), 0);
  EXPECT_EQ(floor_sigma({floor_at(1), floor_at(1)}, level), 0);
  const double sigma = floor_sigma({floor_at(1.01f), floor_at(0.99f), floor_at(1.01f)}, level);
  EXPECT_NEAR(sigma, 0.01 / 0.6745, 1e-5);
  EXPECT_NEAR(floor_sigma({floor_at(1.01f), floor_at(0.99f), floor_at(1.01f), floor_at(1.75f)}, level), sigma,
              1e-5);  // a table
}

}  // namespace
}  // namespace storey
