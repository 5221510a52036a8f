#include "engine/stages/level.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_map>

namespace storey {
namespace {

constexpr double kMaxTilt = 8.0 * M_PI / 180;       // rad; scanners are set up upright within 5°
constexpr double kIgnoredTilt = 0.15 * M_PI / 180;  // rad; floors of real buildings slope as much
constexpr std::size_t kMinPatches = 30;             // patches, 2 m² of horizontal surface: enough for a tilt

struct Sums {
  double n = 0;
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  Eigen::Matrix3d square = Eigen::Matrix3d::Zero();
};

/// Mean of the normals within `radius` (rad) of `centre`.
Eigen::Vector3d mean_normal(const std::vector<FlatPatch>& patches, const Eigen::Vector3d& centre,
                            double radius, double* members) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  const double least = std::cos(radius);
  *members = 0;
  for (const FlatPatch& patch : patches) {
    const Eigen::Vector3d normal = patch.normal.cast<double>();
    if (normal.dot(centre) < least) continue;
    sum += normal;
    *members += 1;
  }
  return *members > 0 ? Eigen::Vector3d(sum.normalized()) : centre;
}

}  // namespace

std::uint64_t patch_key(const Eigen::Vector3f& p) {
  std::uint64_t key = 0;
  for (Eigen::Index a = 0; a < 3; ++a) {
    const auto cell =
        static_cast<std::int64_t>(std::floor(static_cast<double>(p[a]) / kPatchSize)) + (1 << 20);
    key = key << 21 | (static_cast<std::uint64_t>(cell) & 0x1fffff);
  }
  return key;
}

std::vector<FlatPatch> flat_patches(const std::vector<Surfel>& surfels) {
  std::unordered_map<std::uint64_t, std::uint32_t> index;
  std::vector<Sums> cubes;
  std::uint64_t last = 0;  // surfels of one cube mostly follow each other
  std::size_t cube = 0;
  for (const Surfel& surfel : surfels) {
    const std::uint64_t key = patch_key(surfel.mean);
    if (cubes.empty() || key != last) {
      const auto [place, fresh] = index.try_emplace(key, static_cast<std::uint32_t>(cubes.size()));
      if (fresh) cubes.emplace_back();
      last = key;
      cube = place->second;
    }
    Sums& sums = cubes[cube];
    const Eigen::Vector3d p = surfel.mean.cast<double>();
    sums.n += 1;  // voxels, not points: density says nothing about the building
    sums.sum += p;
    sums.square += p * p.transpose();
  }
  constexpr double kEnough = 12;  // voxels for a plane
  constexpr double kFlat = 0.02;  // ratio of smallest to middle eigenvalue: 35 mm of depth in a cube of 250
  std::vector<FlatPatch> patches;
  for (const Sums& sums : cubes) {
    if (sums.n < kEnough) continue;
    const Eigen::Vector3d mean = sums.sum / sums.n;
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(sums.square / sums.n -
                                                                mean * mean.transpose());
    const Eigen::Vector3d& values = solver.eigenvalues();
    if (values[0] > kFlat * values[1] || values[1] < 0.1 * values[2]) continue;
    Eigen::Vector3d normal = solver.eigenvectors().col(0);
    if (normal.z() < 0) normal = -normal;
    patches.push_back(
        {mean.cast<float>(), normal.cast<float>(), static_cast<float>(std::sqrt(std::max(0.0, values[0])))});
  }
  return patches;
}

Tilt find_tilt(const std::vector<FlatPatch>& patches) {
  // Mode of the normals on a raster of 0.5°, then the mean about it: robust against ramps and sloped
  // ceilings.
  constexpr double kBin = 0.5 * M_PI / 180;  // rad: 0.5°; normals of patches are sure to 0.2°
  std::map<std::array<int, 2>, int> votes;
  for (const FlatPatch& patch : patches) {
    if (std::acos(std::min(1.0f, patch.normal.z())) > kMaxTilt) continue;
    const int a = static_cast<int>(std::lround(static_cast<double>(patch.normal.x()) / kBin));
    const int b = static_cast<int>(std::lround(static_cast<double>(patch.normal.y()) / kBin));
    for (int i = -1; i <= 1; ++i)
      for (int j = -1; j <= 1; ++j) votes[{a + i, b + j}] += i == 0 && j == 0 ? 2 : 1;
  }
  const auto mode = std::max_element(votes.begin(), votes.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  if (mode == votes.end()) return {};
  const double x = mode->first[0] * kBin, y = mode->first[1] * kBin;
  Eigen::Vector3d up(x, y, std::sqrt(std::max(0.0, 1 - x * x - y * y)));
  double members = 0;
  for (const double radius : {1.5, 1.0, 0.7, 0.7})
    up = mean_normal(patches, up, radius * M_PI / 180, &members);
  const double angle = std::acos(std::min(1.0, up.z()));
  if (members < static_cast<double>(kMinPatches) || angle < kIgnoredTilt) return {};
  return {angle * 180 / M_PI,
          Eigen::Quaterniond::FromTwoVectors(up, Eigen::Vector3d::UnitZ()).toRotationMatrix()};
}

}  // namespace storey
