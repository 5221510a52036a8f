#include "engine/storeys/find_storeys.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "cloud/guess_frame.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "engine/storeys/level_patches.h"
#include "engine/storeys/storey_raster.h"
#include "geometry/rank.h"

namespace storey {
namespace {

constexpr double kMaxClear = 12.0;  // m; halls are higher seldom
constexpr double kBin = 0.05;       // m: floors are level to that, tables stand higher
constexpr double kMaxWall = 4.0;    // m over a floor without ceiling: what is higher stands outside

/// The free height over one plan cell.
struct Gap {
  double low, high;
};

PlanCell column_of(const Eigen::Vector3f& p) { return cell_of(p.head<2>().cast<double>()); }

std::map<PlanCell, std::vector<double>> horizontal_levels(const std::vector<FlatPatch>& patches) {
  std::map<PlanCell, std::vector<double>> columns;
  for (const FlatPatch& patch : patches)
    if (patch.normal.z() >= kLevel)
      columns[column_of(patch.centre)].push_back(static_cast<double>(patch.centre.z()));
  for (auto& [column, levels] : columns) std::ranges::sort(levels);
  return columns;
}

/// Heights at which vertical surfaces end, where ceilings are missing.
double wall_top(const std::vector<FlatPatch>& patches, double above) {
  std::vector<double> tops;
  for (const FlatPatch& patch : patches) {
    const double z = static_cast<double>(patch.centre.z());
    if (static_cast<double>(patch.normal.z()) <= kUprightWall && z > above && z < above + kMaxWall)
      tops.push_back(z);
  }
  if (tops.empty()) return above;
  return at_share(std::move(tops), 1 - kHardlyAny) + kPatchSize / 2;
}

std::vector<Gap> clear_gaps(const std::map<PlanCell, std::vector<double>>& columns) {
  std::vector<Gap> gaps;
  for (const auto& [column, levels] : columns)
    for (std::size_t i = 1; i < levels.size(); ++i) {
      const double clear = levels[i] - levels[i - 1];
      if (clear >= kHeadHeight && clear <= kMaxClear) gaps.push_back({levels[i - 1], levels[i]});
    }
  return gaps;
}

/// The bin of height with the most entries (each counts for its neighbours too).
double peak_of(const std::vector<double>& heights, double* members) {
  std::map<int, double> bins;
  for (const double z : heights) {
    const int bin = static_cast<int>(std::floor(z / kBin));
    bins[bin] += 1;
    bins[bin - 1] += 0.5;
    bins[bin + 1] += 0.5;
  }
  const auto best = std::ranges::max_element(bins, {}, [](const auto& bin) { return bin.second; });
  *members = best == bins.end() ? 0 : best->second;
  return best == bins.end() ? 0 : (best->first + 0.5) * kBin;
}

std::vector<double> project(const std::vector<Gap>& gaps, double Gap::*end) {
  std::vector<double> heights;
  heights.reserve(gaps.size());
  for (const Gap& gap : gaps) heights.push_back(gap.*end);
  return heights;
}

StoreyLevel level_of(const std::vector<Gap>& gaps) {
  StoreyLevel level;
  double members = 0;
  level.floor_z = peak_of(project(gaps, &Gap::low), &members);
  std::vector<Gap> on_floor;
  std::ranges::copy_if(gaps, std::back_inserter(on_floor),
                       [&](const Gap& gap) { return std::abs(gap.low - level.floor_z) < kSameFloor; });
  if (on_floor.empty()) return level;
  level.ceiling_z = peak_of(project(on_floor, &Gap::high), &members);
  level.ceiling_seen = true;
  const std::vector<double> highs = project(on_floor, &Gap::high);
  level.top_z = std::max(level.ceiling_z, at_share(highs, 1 - kHardlyAny));
  level.low_ceiling_z = at_share(highs, kStrays);
  level.floor_area = static_cast<double>(on_floor.size()) * kPatchSize * kPatchSize;
  return level;
}

/// A scan whose ceilings are missing: the lowest large floor, as high as the walls that stand on it.
void add_open_storey(const std::map<PlanCell, std::vector<double>>& columns,
                     const std::vector<FlatPatch>& patches, std::vector<StoreyLevel>& storeys) {
  std::vector<double> lowest;
  for (const auto& [column, levels] : columns) lowest.push_back(levels.front());
  double members = 0;
  const double floor = peak_of(lowest, &members);
  const double area = members * kPatchSize * kPatchSize;
  if (area < kLeastStorey) return;
  for (const StoreyLevel& known : storeys)
    if (floor > known.floor_z - 0.5 && floor < known.top_z) return;
  const double top = wall_top(patches, floor);
  if (top - floor < kHeadHeight) return;
  StoreyLevel level;
  level.floor_z = floor;
  level.ceiling_z = level.top_z = level.low_ceiling_z = level.limit_z = top;
  level.floor_area = area;
  storeys.push_back(level);
}

/// The commonest height of horizontal surface about a level, to a millimetre: mode by bins as fine as plaster
/// is even, then mean about it.
class FineHeights {
 public:
  explicit FineHeights(double about)
      : about_(about), count_(static_cast<std::size_t>(2 * kFloorBand / kPlaster) + 1, 0), sum_(count_) {}

  void add(double z) {
    const double offset = z - about_ + kFloorBand;
    if (offset < 0 || offset >= 2 * kFloorBand) return;
    const auto bin = static_cast<std::size_t>(offset / kPlaster);
    count_[bin] += 1;
    sum_[bin] += z;
  }

  double commonest() const {
    std::size_t best = 0;
    double most = -1;
    for (std::size_t i = 0; i < count_.size(); ++i)
      if (const double n = window(count_, i); n > most) {
        most = n;
        best = i;
      }
    return most > 0 ? window(sum_, best) / most : about_;
  }

 private:
  static double window(const std::vector<double>& values, std::size_t centre) {
    double total = 0;
    for (std::size_t i = centre - std::min<std::size_t>(2, centre); i < values.size() && i <= centre + 2; ++i)
      total += values[i];
    return total;
  }

  double about_;
  std::vector<double> count_, sum_;
};

/// Each of `levels` as precisely as the surfels tell, which are gone through once.
std::vector<double> refine_heights(const SurfelView& surfels, const std::vector<double>& levels) {
  std::vector<FineHeights> heights(levels.begin(), levels.end());
  if (levels.empty()) return {};
  const auto [lowest, highest] = std::ranges::minmax(levels);
  const double bottom = lowest - kFloorBand;
  const auto bin_of = [&](double z) { return static_cast<std::ptrdiff_t>(std::floor((z - bottom) / kBin)); };
  std::vector<std::vector<std::size_t>> near(static_cast<std::size_t>(bin_of(highest + kFloorBand)) + 1);
  for (std::size_t i = 0; i < levels.size(); ++i)
    for (std::ptrdiff_t bin = bin_of(levels[i] - kFloorBand); bin <= bin_of(levels[i] + kFloorBand); ++bin)
      near[static_cast<std::size_t>(bin)].push_back(i);
  surfels.each_chunk([&](std::span<const Surfel> chunk) {
    for (const Surfel& surfel : chunk) {
      const auto z = static_cast<double>(surfel.mean.z());
      const std::ptrdiff_t bin = bin_of(z);
      if (bin < 0 || bin >= static_cast<std::ptrdiff_t>(near.size())) continue;
      for (const std::size_t i : near[static_cast<std::size_t>(bin)]) heights[i].add(z);
    }
  });
  std::vector<double> refined;
  for (const FineHeights& height : heights) refined.push_back(height.commonest());
  return refined;
}

/// Floors that were seen, and ceilings that were, as precisely as the surfels tell.
void refine_levels(const SurfelView& surfels, std::vector<StoreyLevel>& storeys) {
  std::vector<double*> levels;
  for (StoreyLevel& storey : storeys) {
    if (storey.floor_seen) levels.push_back(&storey.floor_z);
    if (storey.ceiling_seen) levels.push_back(&storey.ceiling_z);
  }
  std::vector<double> coarse;
  for (const double* level : levels) coarse.push_back(*level);
  const std::vector<double> refined = refine_heights(surfels, coarse);
  for (std::size_t i = 0; i < levels.size(); ++i) *levels[i] = refined[i];
}

/// Median height of vertical surfaces; infinity if there are none.
double middle_of_walls(const std::vector<FlatPatch>& patches) {
  std::vector<double> heights;
  for (const FlatPatch& patch : patches)
    if (static_cast<double>(patch.normal.z()) <= kUprightWall)
      heights.push_back(static_cast<double>(patch.centre.z()));
  return heights.empty() ? std::numeric_limits<double>::infinity() : median(std::move(heights));
}

/// Height at which walls begin below a ceiling, from the voxels at them: the lowest row that shows about as
/// much as those above it; things outside that windows show lie lower, but are few. Nothing if no walls hang
/// from the ceiling.
std::optional<double> wall_foot(const SurfelView& surfels, const std::vector<FlatPatch>& patches,
                                double ceiling) {
  std::set<PlanCell> walls;
  for (const FlatPatch& patch : patches)
    if (static_cast<double>(patch.normal.z()) <= kUprightWall) walls.insert(column_of(patch.centre));
  std::vector<double> rows(static_cast<std::size_t>(kMaxWall / kBin), 0);
  surfels.each_chunk([&](std::span<const Surfel> chunk) {
    for (const Surfel& surfel : chunk) {
      const double depth = ceiling - static_cast<double>(surfel.mean.z());
      if (depth <= 0 || depth >= kMaxWall || !walls.contains(column_of(surfel.mean))) continue;
      rows[std::min(rows.size() - 1, static_cast<std::size_t>(depth / kBin))] += 1;
    }
  });
  const double middle =
      median(std::vector(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(kHeadHeight / kBin)));
  if (middle <= 0) return std::nullopt;  // eaves and downstands
  std::size_t last = rows.size();
  while (last > 0 && rows[last - 1] < kStrays * middle) --last;
  return ceiling - static_cast<double>(last) * kBin;
}

/// A scan whose floors are missing: the largest ceiling, over walls that hang from it, down to where they
/// begin.
void add_floorless_storey(const std::map<PlanCell, std::vector<double>>& columns, const SurfelView& surfels,
                          const std::vector<FlatPatch>& patches, std::vector<StoreyLevel>& storeys) {
  const double walls = middle_of_walls(patches);
  std::vector<double> highest;
  for (const auto& [column, levels] : columns)
    if (levels.back() > walls) highest.push_back(levels.back());  // what is lower is ground outside
  double members = 0;
  const double peak = peak_of(highest, &members), area = members * kPatchSize * kPatchSize;
  if (area < kLeastStorey) return;
  for (const StoreyLevel& known : storeys)
    if (peak > known.floor_z - kSameFloor && peak < known.top_z + kSameFloor) return;
  const double ceiling = refine_heights(surfels, {peak}).front();
  const std::optional<double> foot = wall_foot(surfels, patches, ceiling);
  if (!foot) return;
  StoreyLevel level;
  level.floor_seen = false;
  level.foot_seen = ceiling - *foot >= kHeadHeight;
  level.floor_z = level.foot_seen ? *foot : ceiling - kUsualClear;
  level.ceiling_z = level.top_z = level.low_ceiling_z = ceiling;
  level.ceiling_seen = true;
  level.floor_area = area;
  storeys.push_back(level);
}

}  // namespace

std::vector<StoreyLevel> find_storeys(const SurfelView& surfels, const std::vector<FlatPatch>& patches) {
  const std::map<PlanCell, std::vector<double>> columns = horizontal_levels(patches);
  std::vector<Gap> gaps = clear_gaps(columns);
  std::vector<StoreyLevel> storeys;
  double largest = 0;
  while (!gaps.empty()) {
    const StoreyLevel level = level_of(gaps);
    if (level.floor_area < std::max(kLeastStorey, kStrays * largest)) break;
    largest = std::max(largest, level.floor_area);
    // What shares most of its height with this storey belongs to it: beds, platforms, sloped ceilings, voids.
    const std::size_t before = gaps.size();
    std::erase_if(gaps, [&](const Gap& gap) {
      const double shared = std::min(gap.high, level.low_ceiling_z) - std::max(gap.low, level.floor_z);
      return shared > kNearlyHalf * std::min(gap.high - gap.low, level.low_ceiling_z - level.floor_z);
    });
    storeys.push_back(level);
    if (gaps.size() == before) break;
  }
  add_open_storey(columns, patches, storeys);
  add_floorless_storey(columns, surfels, patches, storeys);
  refine_levels(surfels, storeys);
  for (StoreyLevel& storey : storeys) storey.top_z = std::max(storey.top_z, storey.ceiling_z);
  std::ranges::sort(storeys, {}, &StoreyLevel::floor_z);
  for (std::size_t i = 0; i < storeys.size(); ++i) {
    // Where a ceiling was not seen, the floor above it was: it must not pass for the ceiling.
    if (i + 1 < storeys.size()) storeys[i].next_floor_z = storeys[i + 1].floor_z;
    // Of a storey with a large void, what is under the next floor has the storey's own ceiling.
    if (storeys[i].next_floor_z && storeys[i].ceiling_z > *storeys[i].next_floor_z)
      storeys[i].ceiling_z = storeys[i].low_ceiling_z;
    const double above = storeys[i].next_floor_z ? *storeys[i].next_floor_z - kBelowNextFloor : 1e9;
    storeys[i].top_z = std::max(storeys[i].ceiling_z, std::min(storeys[i].top_z, above));
    storeys[i].limit_z = std::min(storeys[i].top_z + kSameFloor, std::max(above, storeys[i].ceiling_z));
  }
  return storeys;
}

}  // namespace storey
