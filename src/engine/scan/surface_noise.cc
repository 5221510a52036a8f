#include "engine/scan/surface_noise.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/scan/counts.h"
#include "engine/scan/level.h"
#include "engine/scan/majority.h"
#include "engine/scan/neighbourhood.h"
#include "geometry/eigenvalues.h"
#include "geometry/key_numbers.h"

namespace storey {
namespace {

constexpr double kUnknown = 0.003;  // m, of a terrestrial scan: where no surface tells

using Points = std::vector<Eigen::Vector3f>;

/// The contents of cubes of the building; of all cubes, or of one in so many, wherever they lie.
std::vector<Points> fill_cubes(const SurfelView& surfels) {
  const std::uint64_t one_in = surfels.size() / kMostAsked + 1;
  KeyNumbers numbers;
  std::vector<Points> cubes;
  surfels.each_chunk([&](std::span<const Surfel> chunk) {
    for (const Surfel& surfel : chunk) {
      const std::uint64_t key = patch_key(surfel.mean);
      if (!is_sampled(key, one_in)) continue;
      const std::size_t number = numbers.of(key);
      if (number == cubes.size()) cubes.emplace_back();
      cubes[number].push_back(surfel.mean);
    }
  });
  return cubes;
}

/// Root mean square about the mean of values in ascending order; of `sheet` about two means, where these
/// explain nearly all.
SurfaceNoise scatter_of(const std::vector<double>& values) {
  double sum = 0, squares = 0;
  for (const double value : values) {
    sum += value;
    squares += value * value;
  }
  const auto n = static_cast<double>(values.size());
  const double whole = squares - sum * sum / n;
  double parted = whole, below = 0, count = 0;
  for (const double value : values) {
    below += value;
    if (++count < n)
      parted =
          std::min(parted, squares - below * below / count - (sum - below) * (sum - below) / (n - count));
  }
  const auto rms = [&](double sum_of_squares) { return std::sqrt(std::max(0.0, sum_of_squares) / n); };
  // One sheet leaves 0.36 of its variance when it is parted in two.
  return {rms(parted < kLittle * whole ? parted : whole), rms(whole), 0};
}

/// How far the content of a cube scatters about its plane, if it is an upright one.
std::optional<SurfaceNoise> scatter_of(const Points& points) {
  if (points.size() < static_cast<std::size_t>(kFewestVoxels)) return std::nullopt;
  Eigen::Vector3d mean = Eigen::Vector3d::Zero();
  for (const Eigen::Vector3f& p : points) mean += p.cast<double>();
  mean /= static_cast<double>(points.size());
  Eigen::Matrix3d moments = Eigen::Matrix3d::Zero();
  for (const Eigen::Vector3f& p : points) {
    const Eigen::Vector3d d = p.cast<double>() - mean;
    moments += d * d.transpose();
  }
  const auto [values, vectors] = eigenpairs(moments);
  const Eigen::Vector3d normal = vectors.col(0);
  if (values[0] > kRound * values[1] || values[1] < kCompact * values[2] ||
      std::abs(normal.z()) > kUprightWall)
    return std::nullopt;
  std::vector<double> offsets;
  for (const Eigen::Vector3f& p : points) offsets.push_back(normal.dot(p.cast<double>() - mean));
  std::ranges::sort(offsets);
  return scatter_of(offsets);
}

/// Of values in ascending order (Rousseeuw and Leroy 1987): whatever is rougher is clutter, or drift too
/// small to be seen as two sheets.
double middle_of_shortest_half(const std::vector<double>& values) {
  const std::size_t half = values.size() / 2;
  std::size_t first = 0;
  for (std::size_t from = 0; from + half < values.size(); ++from)
    if (values[from + half] - values[from] < values[first + half] - values[first]) first = from;
  return values[first + half / 2];
}

}  // namespace

SurfaceNoise surface_noise(const SurfelView& surfels) {
  std::vector<double> of_sheets, of_surfaces;
  for (const Points& points : fill_cubes(surfels))
    if (const std::optional<SurfaceNoise> scatter = scatter_of(points)) {
      of_sheets.push_back(scatter->sheet);
      of_surfaces.push_back(scatter->surface);
    }
  if (of_sheets.empty()) return {kUnknown, kUnknown, 0};
  std::ranges::sort(of_sheets);
  std::ranges::sort(of_surfaces);
  const double sheet = middle_of_shortest_half(of_sheets);
  const double surface = std::max(sheet, of_surfaces[of_surfaces.size() / 2]);
  return {sheet, surface, 2 * std::sqrt(surface * surface - sheet * sheet)};
}

}  // namespace storey
