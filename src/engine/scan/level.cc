#include "engine/scan/level.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>

#include "base/parallel.h"
#include "cloud/guess_frame.h"
#include "engine/scan/counts.h"
#include "engine/scan/directions.h"
#include "engine/scan/neighbourhood.h"
#include "engine/scan/surface_noise.h"
#include "geometry/key_numbers.h"
#include "geometry/point_sums.h"

namespace storey {
namespace {

constexpr double kMaxTilt = 8.0 * M_PI / 180;       // rad; scanners are set up upright within 5°
constexpr double kIgnoredTilt = 0.15 * M_PI / 180;  // rad; floors of real buildings slope as much

using Sums = PointSums<3>;

/// Moments of the voxels in each cube, not of points: how densely these lie says nothing of the building. The
/// cubes are in the order in which they were met.
class Cubes {
 public:
  void add(const Surfel& surfel) { of(patch_key(surfel.mean)).add(surfel.mean.cast<double>()); }
  void add(const Cubes& more) {
    for (std::size_t i = 0; i < more.sums_.size(); ++i) of(more.numbers_.keys()[i]).add(more.sums_[i]);
  }
  const std::vector<Sums>& sums() const { return sums_; }

 private:
  Sums& of(std::uint64_t key) {
    const std::size_t number = numbers_.of(key);
    if (number == sums_.size()) sums_.emplace_back();
    return sums_[number];
  }

  KeyNumbers numbers_;
  std::vector<Sums> sums_;
};

/// The plane through points; none if they do not lie in one, or in a strip. Where hits scatter by `noise`
/// (m), those of a plane do.
std::optional<FlatPatch> plane_of(const Sums& sums, double noise) {
  const auto [values, vectors] = sums.scatter();
  const double thickest =
      std::clamp(kRougher * kRougher * noise * noise, kFlatness * values[1], kRound * values[1]);
  if (values[0] > thickest || values[1] < kCompact * values[2]) return std::nullopt;
  Eigen::Vector3d normal = vectors.col(0);
  if (normal.z() < 0) normal = -normal;
  return FlatPatch{sums.mean().cast<float>(), normal.cast<float>(),
                   static_cast<float>(std::sqrt(std::max(0.0, values[0])))};
}

/// A nearly level surface as far as it lies in one square of the plan.
struct LevelPiece {
  Eigen::Vector3d normal;
  double patches = 0;
};

/// The normals of single patches are off by degrees where a scan is noisy; what a metre of them is off is
/// their heights' error alone.
std::vector<LevelPiece> level_pieces(const std::vector<FlatPatch>& patches) {
  constexpr double kSide = 1.0;  // m: heights that are off by 3 mm at its ends turn it by 0.2°
  constexpr double kFewest = 6;  // patches of 16, for a plane that one of them does not turn
  std::map<std::array<int, 3>, Sums> squares;
  for (const FlatPatch& patch : patches) {
    if (patch.normal.z() < kFewPoints) continue;
    const Eigen::Vector3d p = patch.centre.cast<double>();
    const auto part = [](double length, double size) { return static_cast<int>(std::floor(length / size)); };
    squares[{part(p.x(), kSide), part(p.y(), kSide), part(p.z(), kPatchSize)}].add(p);
  }
  std::vector<LevelPiece> pieces;
  for (const auto& [place, sums] : squares) {
    if (sums.weight < kFewest) continue;
    if (const std::optional<FlatPatch> plane = plane_of(sums, 0))
      pieces.push_back({plane->normal.cast<double>(), sums.weight});
  }
  return pieces;
}

/// Mean of the normals within `radius` (rad) of `centre`.
Eigen::Vector3d mean_normal(const std::vector<LevelPiece>& pieces, const Eigen::Vector3d& centre,
                            double radius, double* patches) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  const double least = std::cos(radius);
  *patches = 0;
  for (const LevelPiece& piece : pieces) {
    if (piece.normal.dot(centre) < least) continue;
    sum += piece.patches * piece.normal;
    *patches += piece.patches;
  }
  return *patches > 0 ? Eigen::Vector3d(sum.normalized()) : centre;
}

}  // namespace

std::uint64_t patch_key(const Eigen::Vector3f& p) { return cube_key(p, static_cast<float>(kPatchSize)); }

bool cube_lies_between(const Eigen::Vector3f& p, const HeightRange& heights) {
  const double bottom = std::floor(static_cast<double>(p.z()) / kPatchSize) * kPatchSize;
  return bottom >= static_cast<double>(heights.from) &&
         bottom + kPatchSize <= static_cast<double>(heights.to);
}

std::vector<FlatPatch> flat_patches(const SurfelView& surfels, double noise, int threads) {
  // No result hangs on it: else the cubes of all chunks lie in memory beside those that they are joined to.
  constexpr std::size_t kTogether = 32;  // factor on a chunk, after which cubes are joined to the others
  Cubes all;
  for (std::size_t first = 0; first < surfels.chunks(); first += kTogether) {
    std::array<Cubes, kTogether> of_chunks;
    parallel_for(std::min(kTogether, surfels.chunks() - first), threads, [&](std::size_t i) {
      SurfelChunk read;
      for (const Surfel& surfel : surfels.chunk(first + i, read)) of_chunks[i].add(surfel);
    });
    for (const Cubes& some : of_chunks) all.add(some);
  }
  const std::vector<Sums>& cubes = all.sums();
  constexpr double kEnough = 12;  // voxels for a plane
  std::vector<std::vector<FlatPatch>> parts(kLoopParts);
  parallel_parts(cubes.size(), threads, [&](std::size_t part, std::size_t from, std::size_t past) {
    for (std::size_t i = from; i < past; ++i) {
      if (cubes[i].weight < kEnough) continue;
      if (const std::optional<FlatPatch> plane = plane_of(cubes[i], noise)) parts[part].push_back(*plane);
    }
  });
  std::vector<FlatPatch> patches;
  for (const std::vector<FlatPatch>& part : parts) std::ranges::copy(part, std::back_inserter(patches));
  return patches;
}

Tilt find_tilt(const std::vector<FlatPatch>& patches) {
  // Mode of the normals on a raster of 0.5°, then the mean about it: robust against ramps and sloped
  // ceilings.
  constexpr double kBin = 0.5 * M_PI / 180;  // rad: 0.5°; normals of pieces are sure to 0.2°
  const std::vector<LevelPiece> pieces = level_pieces(patches);
  std::map<std::array<int, 2>, double> votes;
  for (const LevelPiece& piece : pieces) {
    if (std::acos(std::min(1.0, piece.normal.z())) > kMaxTilt) continue;
    const int a = static_cast<int>(std::lround(piece.normal.x() / kBin));
    const int b = static_cast<int>(std::lround(piece.normal.y() / kBin));
    for (int i = -1; i <= 1; ++i)
      for (int j = -1; j <= 1; ++j) votes[{a + i, b + j}] += (i == 0 && j == 0 ? 2 : 1) * piece.patches;
  }
  const auto mode = std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; });
  if (mode == votes.end()) return {};
  const double x = mode->first[0] * kBin, y = mode->first[1] * kBin;
  Eigen::Vector3d up(x, y, std::sqrt(std::max(0.0, 1 - x * x - y * y)));
  double members = 0;  // patches
  for (const double radius : {1.5, 1.0, 0.5, 0.3})
    up = mean_normal(pieces, up, radius * M_PI / 180, &members);
  const double angle = std::acos(std::min(1.0, up.z()));
  if (members < kManyPoints || angle < kIgnoredTilt) return {};
  return {angle * 180 / M_PI,
          Eigen::Quaterniond::FromTwoVectors(up, Eigen::Vector3d::UnitZ()).toRotationMatrix()};
}

}  // namespace storey
