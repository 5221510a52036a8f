#include "engine/storeys/level_cells.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/scan/lengths.h"
#include "engine/storeys/storey_slab.h"

namespace storey {
namespace {

constexpr double kSkirting = 0.08;  // m above the floor: below, it is the floor
constexpr double kLevelRun = 0.06;  // m that a level surface may extend over: ±2.5 σ of a depth camera

double top_of(const StoreyLevel& level) {
  const double slab = std::max(level.limit_z, level.top_z + kSlab);
  return level.next_floor_z ? std::min(*level.next_floor_z - kBelowNextFloor, slab) : slab;
}

/// Splits the sorted heights over one cell where nothing is for kThinSpacing and keeps the runs that are
/// short.
void add_levels(std::vector<std::pair<float, float>>& heights, std::uint32_t cell,
                std::vector<LevelCell>& levels) {
  // The order of pairs provides for NaN, too, and takes longer.
  std::ranges::sort(heights, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : a.second < b.second;
  });
  for (std::size_t i = 0, end = 0; i < heights.size(); i = end) {
    double weight = 0, sum = 0;
    for (end = i; end < heights.size(); ++end) {
      if (end > i && static_cast<double>(heights[end].first - heights[end - 1].first) > kThinSpacing) break;
      weight += static_cast<double>(heights[end].second);
      sum += static_cast<double>(heights[end].first) * static_cast<double>(heights[end].second);
    }
    if (static_cast<double>(heights[end - 1].first - heights[i].first) <= kLevelRun && weight > 0)
      levels.push_back({sum / weight, cell, -1});
  }
}

}  // namespace

LevelCells level_cells(const LevelCloud& cloud, const StoreyRaster& raster, double cell_size) {
  LevelCells cells;
  const GridFrame& columns = raster.columns.frame;
  cells.frame = frame_over(columns.origin, columns.end(), cell_size, 0);
  const double low = raster.level.floor_z + kSkirting, high = top_of(raster.level);
  const auto cell_of = [&](const Surfel& surfel) -> std::optional<std::size_t> {
    const double z = static_cast<double>(surfel.mean.z());
    if (z < low || z > high) return std::nullopt;
    return cells.frame.find(surfel.mean.head<2>().cast<double>());
  };
  std::vector<std::uint32_t> start(cells.frame.size() + 1, 0);
  for (const Surfel& surfel : cloud.surfels)
    if (const std::optional<std::size_t> cell = cell_of(surfel)) ++start[*cell + 1];
  for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
  // Which surfels, not what they say: nearly all of the storey's are there, and memory is short meanwhile.
  std::vector<std::uint32_t> sorted(start.back());
  std::vector<std::uint32_t> next(start.begin(), start.end() - 1);
  for (std::size_t i = 0; i < cloud.surfels.size(); ++i)
    if (const std::optional<std::size_t> cell = cell_of(cloud.surfels[i]))
      sorted[next[*cell]++] = static_cast<std::uint32_t>(i);

  std::vector<std::pair<float, float>> heights;
  for (std::size_t i = 0; i + 1 < start.size(); ++i) {
    cells.first.push_back(static_cast<std::uint32_t>(cells.levels.size()));
    heights.clear();
    for (std::uint32_t k = start[i]; k < start[i + 1]; ++k) {
      const Surfel& surfel = cloud.surfels[sorted[k]];
      heights.emplace_back(surfel.mean.z(), surfel.count);
    }
    add_levels(heights, static_cast<std::uint32_t>(i), cells.levels);
  }
  cells.first.push_back(static_cast<std::uint32_t>(cells.levels.size()));
  return cells;
}

}  // namespace storey
