#include "engine/scan/sharpen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <span>

#include "engine/scan/surface_noise.h"

namespace storey {
namespace {

constexpr double kNoise = 0.018;  // m, of a phone that goes past a wall several times
constexpr double kApart = 0.115;  // m: a partition's thickness

/// Two faces of a partition, 1 m x 1 m, each of `points` points with noise across.
std::vector<Surfel> partition(int points) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> along(0, 1);
  std::normal_distribution<double> across(0, kNoise);
  std::vector<Surfel> surfels;
  for (const double face : {0.0, kApart})
    for (int i = 0; i < points; ++i)
      surfels.push_back(
          {Eigen::Vector3d(along(random), face + across(random), along(random)).cast<float>(), 1, 0});
  return surfels;
}

SurfelStore store_of(const std::vector<Surfel>& surfels) {
  SurfelStore store(1);
  EXPECT_TRUE(store.put(0, SurfelChunk(surfels.begin(), surfels.end())));
  return store;
}

std::vector<Surfel> sharpened(const std::vector<Surfel>& surfels, int threads = 1) {
  StationSets sets;
  Result<SurfelStore> sharp = sharpen(store_of(surfels), sets, kNoise, threads);
  EXPECT_TRUE(sharp);
  return sharp->take_all();
}

/// Share of the points in the middle of the wall that lie within a voxel's half of one of both faces.
double share_on_faces(const std::vector<Surfel>& surfels) {
  double all = 0, on = 0;
  for (const Surfel& surfel : surfels) {
    const auto y = static_cast<double>(surfel.mean.y());
    if (std::abs(surfel.mean.x() - 0.5f) > 0.3f || std::abs(surfel.mean.z() - 0.5f) > 0.3f) continue;
    all += static_cast<double>(surfel.count);
    if (std::min(std::abs(y), std::abs(y - kApart)) < 0.01) on += static_cast<double>(surfel.count);
  }
  return on / all;
}

TEST(Sharpen, BothFacesOfAPartitionBecomeThin) {
  const std::vector<Surfel> blurred = partition(20'000);
  EXPECT_LT(share_on_faces(blurred), 0.5);
  EXPECT_GT(share_on_faces(sharpened(blurred)), 0.9);
}

TEST(Sharpen, LeavesOutStraysButNoPointOfASurface) {
  std::vector<Surfel> surfels = partition(20'000);
  for (int i = 0; i < 10; ++i) surfels.push_back({{0.1f * static_cast<float>(i), -0.5f, 0.5f}, 1, 0});
  double points = 0;
  for (const Surfel& surfel : sharpened(surfels)) {
    EXPECT_GT(surfel.mean.y(), -0.2f);
    points += static_cast<double>(surfel.count);
  }
  EXPECT_GT(points, 0.99 * 40'000);
}

TEST(Sharpen, IsTheSameWithAnyNumberOfThreads) {
  const std::vector<Surfel> blurred = partition(3'000);
  const std::vector<Surfel> one = sharpened(blurred), four = sharpened(blurred, 4);
  ASSERT_EQ(one.size(), four.size());
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].mean, four[i].mean);
}

TEST(Sharpen, OnlyWhatMixesTheFacesOfAPartitionIsBlurred) {
  EXPECT_TRUE(is_blurred(kNoise));
  EXPECT_FALSE(is_blurred(0.012));
}

}  // namespace
}  // namespace storey
