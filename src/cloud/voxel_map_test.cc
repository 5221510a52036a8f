#include "cloud/voxel_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <set>

#include "base/parallel.h"

namespace storey {
namespace {

using Points = std::vector<Eigen::Vector3d>;

const VoxelGrid kGrid{Eigen::Vector3d(0, 0, 0), 0.02};

void feed(VoxelMap& map, const Points& points, int scan = 0) {
  std::vector<double> x, y, z;
  for (const Eigen::Vector3d& p : points) {
    x.push_back(p.x());
    y.push_back(p.y());
    z.push_back(p.z());
  }
  map.consume({scan, x, y, z, {}, {}, {}});
}

/// A wall of 3 x 2 m with noise, more points than the staging holds.
Points noisy_wall(std::size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> along(-1, 2), up(0, 2);
  std::normal_distribution<double> noise(0, 0.004);
  Points points(count);
  for (Eigen::Vector3d& p : points) p = {along(random), 5 + noise(random), up(random)};
  return points;
}

std::vector<Surfel> surfels_of(const Points& points, int threads, std::size_t block) {
  VoxelMap map(kGrid);
  const std::size_t blocks = (points.size() + block - 1) / block;
  parallel_for(blocks, threads, [&](std::size_t b) {
    const auto first = points.begin() + static_cast<std::ptrdiff_t>(b * block);
    feed(map, Points(first, first + static_cast<std::ptrdiff_t>(std::min(block, points.size() - b * block))));
  });
  return map.take_surfels(threads).value().take_all();
}

void expect_same(const std::vector<Surfel>& a, const std::vector<Surfel>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(a[i].mean, b[i].mean) << i;
    ASSERT_EQ(a[i].count, b[i].count) << i;
    ASSERT_EQ(a[i].stations, b[i].stations) << i;
  }
}

TEST(VoxelMap, DependsOnNeitherOrderNorBlocksNorThreads) {
  Points points = noisy_wall(60'000, 1);
  const std::vector<Surfel> once = surfels_of(points, 1, points.size());
  expect_same(once, surfels_of(points, 3, 997));
  std::shuffle(points.begin(), points.end(), std::mt19937(2));
  expect_same(once, surfels_of(points, 2, 4096));
}

/// A hall of 12 x 12 x 12 m full of points, several to a voxel: more than the least memory holds.
Points crowded_hall(unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_int_distribution<int> cell(0, 599);
  std::uniform_real_distribution<double> inside(0, 0.02);
  Points points(1'200'000);
  for (std::size_t i = 0; i < points.size(); ++i)
    points[i] = i % 3 == 2 ? points[i - 1]
                           : Eigen::Vector3d(0.02 * cell(random) + inside(random),
                                             0.02 * cell(random) + inside(random), 0.02 * cell(random));
  return points;
}

TEST(VoxelMap, WhatDoesNotFitIntoMemoryWaitsInAFile) {
  const Points points = crowded_hall(8);
  const auto surfels = [&](const VoxelMemory& memory, int threads) {
    VoxelMap map(kGrid, memory);
    constexpr std::size_t kBlock = 50'000;
    parallel_for(points.size() / kBlock, threads, [&](std::size_t b) {
      const auto first = points.begin() + static_cast<std::ptrdiff_t>(b * kBlock);
      feed(map, Points(first, first + kBlock), static_cast<int>(b % 3));
    });
    return map.take_surfels(threads).value();
  };
  SurfelStore in_memory = surfels({}, 1), outside = surfels({0, 0, {}}, 2);
  ASSERT_FALSE(outside.space()->reserve(1));
  const std::vector<Surfel> a = in_memory.take_all(), b = outside.take_all();
  ASSERT_GT(a.size(), 700'000u);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(a[i].mean, b[i].mean) << i;
    ASSERT_EQ(a[i].count, b[i].count) << i;
  }
}

TEST(VoxelMap, SaysWhereItCannotKeepWhatDoesNotFit) {
  VoxelMap map(kGrid, {0, 0, "/nowhere at all"});
  feed(map, noisy_wall(1000, 9));
  const auto surfels = map.take_surfels(1);
  ASSERT_FALSE(surfels);
  EXPECT_EQ(surfels.error().code, ErrorCode::kUnwritable);
}

TEST(VoxelMap, ManyPointsInOneVoxelKeepTheirSums) {
  VoxelMap map(kGrid);
  for (int block = 0; block < 5; ++block) feed(map, Points(1000, {0.015, 0.005, 0.0101}));
  feed(map, Points(100, {0.035, 0.005, 0.0101}));
  const std::vector<Surfel> surfels = map.take_surfels(1).value().take_all();
  ASSERT_EQ(surfels.size(), 2u);
  EXPECT_EQ(surfels[0].count, 5000);
  EXPECT_NEAR(surfels[0].mean.x(), 0.015f, 1e-4f);
  EXPECT_NEAR(surfels[0].mean.z(), 0.0101f, 1e-4f);
  EXPECT_EQ(surfels[1].count, 100);
}

TEST(VoxelMap, VoxelsOfACubeFollowEachOtherInTheOrderOfTheirPlaces) {
  const std::vector<Surfel> surfels = surfels_of(noisy_wall(60'000, 4), 2, 1000);
  std::set<std::array<int, 3>> cubes;
  std::array<int, 3> last_cube{}, last_place{};
  for (const Surfel& surfel : surfels) {
    std::array<int, 3> place{}, cube{};
    for (std::size_t a = 0; a < 3; ++a) {
      place[a] = static_cast<int>(
          std::floor(static_cast<double>(surfel.mean[static_cast<Eigen::Index>(a)]) / kGrid.size));
      cube[a] = place[a] >> 6;
    }
    if (cubes.contains(cube)) {
      ASSERT_EQ(cube, last_cube);
      ASSERT_LT(last_place, place);
    }
    cubes.insert(cube);
    last_cube = cube;
    last_place = place;
  }
  EXPECT_GE(cubes.size(), 6u);
}

TEST(VoxelMap, CountsEveryPointOnce) {
  const Points points = noisy_wall(60'000, 3);
  double total = 0;
  for (const Surfel& surfel : surfels_of(points, 2, 1000)) total += static_cast<double>(surfel.count);
  EXPECT_EQ(total, 60'000);
}

TEST(VoxelMap, MeansAreRightToHalfAQuantum) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> inside(0, 0.02);
  for (const Eigen::Vector3d& corner :
       {Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(-0.02, 0.5, -3), Eigen::Vector3d(12.34, -56.78, 9.1)}) {
    Points points;
    Eigen::Vector3d sum(0, 0, 0);
    for (int i = 0; i < 9; ++i) {
      points.push_back(corner + Eigen::Vector3d(inside(random), inside(random), inside(random)));
      sum += points.back();
    }
    VoxelMap map(kGrid);
    feed(map, points);
    const std::vector<Surfel> surfels = map.take_surfels(1).value().take_all();
    ASSERT_EQ(surfels.size(), 1u);
    const double float_error = corner.cwiseAbs().maxCoeff() * 1e-7;
    EXPECT_LE((surfels[0].mean.cast<double>() - sum / 9).cwiseAbs().maxCoeff(), 0.02 / 512 + float_error);
  }
}

TEST(VoxelMap, FarAndBrokenPointsAreCountedAndDropped) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  VoxelMap map(kGrid);
  const double range = 0.02 * (1 << 20);
  feed(map, {{0, 0, 0},
             {range, 0, 0},
             {0, -range, 0},
             {0, 0, 1e300},
             {kNan, 0, 0},
             {0, 0, -kInfinite},
             {range - 1, 1 - range, 0}});
  EXPECT_EQ(map.dropped(), 5u);
  EXPECT_EQ(map.take_surfels(1).value().take_all().size(), 2u);
}

TEST(VoxelMap, RemembersWhichStationsSawAVoxel) {
  VoxelMap map(kGrid);
  feed(map, {{0.01, 0.01, 0.01}}, 0);
  feed(map, {{0.01, 0.01, 0.01}}, 2);
  map.set_first_station(5);
  feed(map, {{0.01, 0.01, 0.01}}, 1);
  map.set_first_station(60);
  feed(map, {{0.01, 0.01, 0.01}}, 400);
  const std::vector<Surfel> surfels = map.take_surfels(1).value().take_all();
  ASSERT_EQ(surfels.size(), 1u);
  const auto stations = (*map.station_sets())[surfels[0].stations];
  EXPECT_EQ(std::vector<std::uint32_t>(stations.begin(), stations.end()),
            (std::vector<std::uint32_t>{0, 2, 6, 460}));
}

TEST(VoxelMap, WholeVoxelsOfShiftChangeNothing) {
  const Points points = noisy_wall(5'000, 6);
  Points shifted = points;
  const Eigen::Vector3d shift(4096, -8192, 1024);  // powers of two: no rounding in the points themselves
  for (Eigen::Vector3d& p : shifted) p += shift;
  VoxelMap here({{0, 0, 0}, 0.015625}), there({shift, 0.015625});
  for (Eigen::Vector3d& p : shifted) p = (p.array() * 4096).round() / 4096;
  Points rounded = points;
  for (Eigen::Vector3d& p : rounded) p = (p.array() * 4096).round() / 4096;
  feed(here, rounded);
  feed(there, shifted);
  expect_same(here.take_surfels(1).value().take_all(), there.take_surfels(1).value().take_all());
}

TEST(VoxelMap, IsEmptyAfterTakingAndCanBeFilledAgain) {
  VoxelMap map(kGrid);
  feed(map, noisy_wall(3'000, 7));
  EXPECT_GT(map.take_surfels(1).value().take_all().size(), 1'000u);
  EXPECT_TRUE(map.take_surfels(1).value().take_all().empty());
  feed(map, {{1, 1, 1}});
  EXPECT_EQ(map.take_surfels(1).value().take_all().size(), 1u);
}

TEST(VoxelMap, AVoxelOverfullForItsSumsFallsBackToItsMiddle) {
  VoxelMap map(kGrid);
  const Points corner(1 << 15, Eigen::Vector3d(0.0199, 0.0199, 0.0199));
  for (int i = 0; i <= 512; ++i) feed(map, corner);  // 2^24 and a block more
  const std::vector<Surfel> surfels = map.take_surfels(1).value().take_all();
  ASSERT_EQ(surfels.size(), 1u);
  EXPECT_NEAR(static_cast<double>(surfels[0].mean.x()), 0.01, 1e-6);
}

}  // namespace
}  // namespace storey
