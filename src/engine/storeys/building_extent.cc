#include "engine/storeys/building_extent.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "base/parallel.h"
#include "engine/scan/lengths.h"
#include "engine/scan/level.h"
#include "engine/storeys/level_patches.h"
#include "engine/storeys/storey_raster.h"
#include "geometry/grid.h"

namespace storey {
namespace {

constexpr double kStray = 0.002;  // share of the patches to each side: what a mirror or a window shows
constexpr int kBands = 3;         // bins of the height from floor to ceiling: cars and hedges show in one
constexpr int kUpright = 2;       // bins of these in which a wall shows

/// The range that all but the outermost values lie in.
std::pair<double, double> range_of(std::vector<double> values) {
  std::ranges::sort(values);
  const auto cut = static_cast<std::size_t>(kStray * static_cast<double>(values.size()));
  return {values[cut] - kPatchSize, values[values.size() - 1 - cut] + kPatchSize};
}

/// The box around what lies under a ceiling.
Eigen::AlignedBox2d covered_extent(const std::vector<FlatPatch>& patches, const StoreyLevel& level) {
  const std::set<PlanCell> voids = under_high_ceilings(patches, level), floors = floor_cells(patches, level);
  std::vector<double> xs, ys;
  for (const FlatPatch& patch : patches) {
    const double z = static_cast<double>(patch.centre.z());
    const bool flat = patch.normal.z() >= kLevel;
    const bool ceiling = flat && z > level.floor_z + kHeadHeight && z < level.limit_z;
    const bool roof = patch.normal.z() <= kFlattestRoof && patch.normal.z() >= kSteepest &&
                      z > level.floor_z + kLowestRoof && z < level.limit_z && floors.contains(cell_of(patch));
    const bool floor = is_floor(patch, level) && (!level.ceiling_seen || voids.contains(cell_of(patch)));
    if (!ceiling && !roof && !floor) continue;
    xs.push_back(static_cast<double>(patch.centre.x()));
    ys.push_back(static_cast<double>(patch.centre.y()));
  }
  if (xs.empty()) return {};
  const auto [left, right] = range_of(std::move(xs));
  const auto [front, back] = range_of(std::move(ys));
  return {Eigen::Vector2d(left, front), Eigen::Vector2d(right, back)};
}

/// Per step of the plan, the bands of height in which something is hit: a deep room beyond what was covered,
/// too, as ceilings show at 15 degrees and more only.
Grid<std::uint8_t> bands_over(const LevelCloud& cloud, const StoreyLevel& level,
                              const Eigen::AlignedBox2d& box, int threads) {
  Grid<std::uint8_t> bands(frame_over(box.min(), box.max(), kShortestWall, kRoomDepth));
  const double bottom = level.floor_z + kKnee, height = (level.ceiling_z - bottom) / kBands;
  const auto mark = [&](const Surfel& surfel) {
    const Eigen::Vector3d p = surfel.mean.cast<double>();
    std::uint8_t* const cell = bands.find(p.head<2>());
    const int band = static_cast<int>(std::floor((p.z() - bottom) / height));
    if (band < 0 || band >= kBands || cell == nullptr) return;
    const std::atomic_ref seen(*cell);
    const auto bit = static_cast<std::uint8_t>(1u << band);
    if ((seen.load(std::memory_order_relaxed) & bit) == 0) seen.fetch_or(bit, std::memory_order_relaxed);
  };
  parallel_parts(cloud.surfels.size(), threads, [&](std::size_t, std::size_t from, std::size_t past) {
    for (std::size_t i = from; i < past; ++i) mark(cloud.surfels[i]);
  });
  return bands;
}

}  // namespace

Eigen::AlignedBox2d building_extent(const LevelCloud& cloud, const std::vector<FlatPatch>& patches,
                                    const StoreyLevel& level, int threads) {
  const Eigen::AlignedBox2d covered = covered_extent(patches, level);
  if (covered.isEmpty()) return covered;
  const Grid<std::uint8_t> bands = bands_over(cloud, level, covered, threads);
  const Eigen::Vector2d half = Eigen::Vector2d::Constant(kShortestWall / 2);
  Eigen::AlignedBox2d extent = covered;
  each_cell(bands.frame, [&](int c, int r) {
    if (std::popcount(bands.at(c, r)) >= kUpright)
      extent.extend(bands.frame.centre(c, r) - half).extend(bands.frame.centre(c, r) + half);
  });
  // By whole metres: the cells of all rasters stay where they are.
  return {covered.min() - (covered.min() - extent.min()).array().ceil().matrix(), extent.max()};
}

}  // namespace storey
