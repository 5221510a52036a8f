#include "engine/scan/surface_noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace storey {
namespace {

/// Two walls of 4 x 2.5 m, askew to the grid, hit every 2 cm.
class ScannedWalls {
 public:
  /// Hits scatter by `noise` (m) about a sheet that lies `offset` (m) behind the wall's.
  void scan(double noise, double offset = 0) {
    std::normal_distribution<double> scatter(offset, noise);
    for (const double angle : {0.3, 1.9})
      for (double s = 0; s < 4; s += 0.02)
        for (double z = 0; z < 2.5; z += 0.02) {
          const double n = 3 + scatter(random_);
          surfels.push_back({Eigen::Vector3f(static_cast<float>(s * std::cos(angle) - n * std::sin(angle)),
                                             static_cast<float>(s * std::sin(angle) + n * std::cos(angle)),
                                             static_cast<float>(z)),
                             1, 1});
        }
  }
  std::vector<Surfel> surfels;

 private:
  std::mt19937 random_{5};
};

TEST(SurfaceNoise, IsTheScatterAboutASurface) {
  for (const double noise : {0.002, 0.006, 0.012, 0.020}) {
    ScannedWalls walls;
    walls.scan(noise);
    EXPECT_NEAR(surface_noise(walls.surfels).sheet, noise, 0.15 * noise);
    EXPECT_NEAR(surface_noise(walls.surfels).surface, noise, 0.15 * noise);
  }
}

TEST(SurfaceNoise, IsNotTheDistanceOfTwoSheets) {
  ScannedWalls walls;
  walls.scan(0.003);
  walls.scan(0.003, 0.020);
  EXPECT_NEAR(surface_noise(walls.surfels).sheet, 0.003, 0.15 * 0.003);
  EXPECT_NEAR(surface_noise(walls.surfels).surface, 0.010,
              0.1 * 0.010);  // half of 20 mm, and the sheets' own
  EXPECT_NEAR(surface_noise(walls.surfels).apart, 0.020, 0.1 * 0.020);
}

TEST(SurfaceNoise, IsThatOfMostSurfacesWhateverIsRougher) {
  ScannedWalls walls;
  for (const double noise : {0.005, 0.0055, 0.0045}) {
    for (Surfel& surfel : walls.surfels) surfel.mean.z() += 3;
    walls.scan(noise);
  }
  for (const double drifted : {0.009, 0.013, 0.018}) {
    for (Surfel& surfel : walls.surfels) surfel.mean.z() += 3;
    walls.scan(drifted);
  }
  EXPECT_NEAR(surface_noise(walls.surfels).sheet, 0.005, 0.15 * 0.005);
}

TEST(SurfaceNoise, IsATerrestrialScansWhereNoWallShows) {
  EXPECT_EQ(surface_noise(std::vector<Surfel>{}).sheet, 0.003);
}

TEST(SurfaceNoise, OfPartOfALargeScanIsThatOfAllOfIt) {
  ScannedWalls walls;
  for (int storey = 0; storey < 25; ++storey) {
    for (Surfel& surfel : walls.surfels) surfel.mean.z() += 3;
    walls.scan(0.006);
  }
  ASSERT_GT(walls.surfels.size(), 1'000'000u);
  EXPECT_NEAR(surface_noise(walls.surfels).sheet, 0.006, 0.1 * 0.006);
}

}  // namespace
}  // namespace storey
