#include "engine/scan/level.h"

#include <gtest/gtest.h>

#include <random>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

constexpr double kDegree = M_PI / 180;

/// The up direction of a building that sinks by `tilt` degrees towards `azimuth`.
Eigen::Vector3d tilted_up(double tilt, double azimuth) {
  return {std::sin(tilt * kDegree) * std::cos(azimuth * kDegree),
          std::sin(tilt * kDegree) * std::sin(azimuth * kDegree), std::cos(tilt * kDegree)};
}

/// A plane of `count` patches, 20 in a row, whose normals scatter by `scatter` degrees about `normal`, and
/// whose centres by 2 mm.
void add_patches(std::vector<FlatPatch>& patches, const Eigen::Vector3d& normal, int count,
                 double scatter = 0.5) {
  std::mt19937 random(9);
  std::normal_distribution<double> turn(0, scatter * kDegree), along(0, 0.002);
  const auto from_plane = Eigen::Quaterniond::FromTwoVectors(Eigen::Vector3d::UnitZ(), normal);
  for (int i = 0; i < count; ++i) {
    const Eigen::Vector3d n = normal + Eigen::Vector3d(turn(random), turn(random), turn(random));
    const Eigen::Vector3d centre(kPatchSize * (i % 20), kPatchSize * (i / 20), along(random));
    patches.push_back({(from_plane * centre).cast<float>(), n.normalized().cast<float>(), 0.001f});
  }
}

TEST(FindTilt, FindsTheTiltWhicheverWayItGoes) {
  for (const double degrees : {0.5, 1.0, 5.0})
    for (const double azimuth : {0.0, 73.0, 200.0}) {
      const Eigen::Vector3d up = tilted_up(degrees, azimuth);
      std::vector<FlatPatch> patches;
      add_patches(patches, up, 800);
      add_patches(patches, up.unitOrthogonal(), 500);  // walls
      const Tilt tilt = find_tilt(patches);
      EXPECT_NEAR(tilt.degrees, degrees, 0.07) << azimuth;
      EXPECT_LT(std::acos((tilt.level_from_scan * up).z()) / kDegree, 0.07) << degrees << " " << azimuth;
    }
}

TEST(FindTilt, TurnsNoMoreThanNeeded) {
  std::vector<FlatPatch> patches;
  add_patches(patches, tilted_up(5, 40), 800);
  const Tilt tilt = find_tilt(patches);
  const Eigen::AngleAxisd turn(tilt.level_from_scan);
  EXPECT_NEAR(turn.axis().z(), 0, 1e-9);
  EXPECT_NEAR(turn.angle() / kDegree, tilt.degrees, 1e-9);
}

TEST(FindTilt, LeavesALevelScanAlone) {
  for (const double degrees : {0.0, 0.05}) {
    std::vector<FlatPatch> patches;
    add_patches(patches, tilted_up(degrees, 10), 2000);
    const Tilt tilt = find_tilt(patches);
    EXPECT_EQ(tilt.degrees, 0);
    EXPECT_EQ(tilt.level_from_scan, Eigen::Matrix3d::Identity());
  }
}

TEST(FindTilt, NormalsOfANoisyScanAreNoTilt) {
  for (const double scatter : {2.0, 4.0}) {
    std::vector<FlatPatch> patches;
    add_patches(patches, Eigen::Vector3d::UnitZ(), 600, scatter);
    EXPECT_EQ(find_tilt(patches).degrees, 0) << scatter;
  }
}

TEST(FindTilt, ARampIsNotTheFloor) {
  std::vector<FlatPatch> patches;
  add_patches(patches, Eigen::Vector3d::UnitZ(), 600);
  add_patches(patches, tilted_up(4, 90), 300);
  EXPECT_EQ(find_tilt(patches).degrees, 0);
}

TEST(FindTilt, ARoofIsNoTilt) {
  std::vector<FlatPatch> patches;
  add_patches(patches, tilted_up(12, 0), 600);
  EXPECT_EQ(find_tilt(patches).degrees, 0);
}

TEST(FindTilt, FewPatchesSayNothing) {
  std::vector<FlatPatch> patches;
  EXPECT_EQ(find_tilt(patches).degrees, 0);
  add_patches(patches, tilted_up(3, 0), 20);
  EXPECT_EQ(find_tilt(patches).degrees, 0);
}

TEST(FindTilt, LevelsTheSurfacesOfARoom) {
  LevelCloud room;
  add_room(room, {-2, -1.5, -1}, {4, 3, 2.5});
  rotate(room, Eigen::AngleAxisd(2.3 * kDegree, Eigen::Vector3d(0.6, -0.8, 0)).toRotationMatrix());
  EXPECT_NEAR(find_tilt(flat_patches(room.surfels)).degrees, 2.3, 0.03);
}

TEST(FlatPatches, LieOnTheirSurface) {
  LevelCloud cloud;
  add_surface(cloud, {0.03, 0.07, 1.2}, {2, 0, 0}, {0, 2, 0});
  const std::vector<FlatPatch> patches = flat_patches(cloud.surfels);
  EXPECT_GE(patches.size(), 49u);  // 7 x 7 whole cubes and some of the rim
  for (const FlatPatch& patch : patches) {
    EXPECT_NEAR(patch.centre.z(), 1.2f, 1e-4f);
    EXPECT_GT(patch.normal.z(), 0.9999f);
    EXPECT_LT(patch.spread, 1e-3f);
  }
}

TEST(FlatPatches, SurfacesMayBeAsThickAsTheScanIsNoisy) {
  LevelCloud cloud;
  add_surface(cloud, {0, 0, 1.2}, {2, 0, 0}, {0, 2, 0});
  std::mt19937 random(3);
  std::normal_distribution<float> noise(0, 0.018f);
  for (Surfel& surfel : cloud.surfels) surfel.mean.z() += noise(random);
  EXPECT_LT(flat_patches(cloud.surfels).size(), 5u);
  EXPECT_GE(flat_patches(cloud.surfels, 0.018).size(), 60u);  // 8 x 8 cubes, which the noise leaves at times
}

TEST(FlatPatches, ACloudWithoutSurfacesHasFew) {
  std::mt19937 random(2);
  std::uniform_real_distribution<float> anywhere(0, 3);
  std::vector<Surfel> surfels(40'000);
  for (Surfel& surfel : surfels) surfel.mean = {anywhere(random), anywhere(random), anywhere(random)};
  EXPECT_LT(flat_patches(surfels).size(), 5u);
  EXPECT_LT(flat_patches(surfels, 0.1).size(), 40u) << "of 1728 cubes, however noisy it is";
}

}  // namespace
}  // namespace storey
