#include "engine/storeys/density_map.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/storeys/storey_raster.h"
#include "geometry/grid.h"
#include "geometry/rank.h"

namespace storey {
namespace {

constexpr double kCell = 0.05;    // m: shows furniture, and is hit by every usual scan
constexpr int kMostCells = 4096;  // cells along a side: no picture of more than 16 megapixels

GridFrame frame_like(const GridFrame& raster) {
  GridFrame frame = frame_over(raster.origin, raster.end(), kCell, 0);
  while (std::max(frame.columns, frame.rows) > kMostCells)
    frame = frame_over(raster.origin, raster.end(), 2 * frame.cell, 0);
  return frame;
}

Grid<float> count_points(const LevelCloud& cloud, const StoreyRaster& raster) {
  Grid<float> points(frame_like(raster.columns.frame));
  for (const Surfel& surfel : cloud.surfels) {
    const Eigen::Vector3d p = surfel.mean.cast<double>();
    if (p.z() <= raster.level.floor_z - kFloorBand || p.z() >= raster.level.limit_z) continue;
    if (float* const cell = points.find(p.head<2>())) *cell += surfel.count;
  }
  return points;
}

/// So many points have the densest cells, single ones left aside; at least one.
double densest(const Grid<float>& points) {
  std::vector<float> counts{1};
  std::ranges::copy_if(points.cells, std::back_inserter(counts), [](float count) { return count > 0; });
  const std::size_t dense = counts.size() * 99 / 100;
  return static_cast<double>(ranked(std::move(counts), dense));
}

}  // namespace

DensityMap density_map(const LevelCloud& cloud, const StoreyRaster& raster) {
  const Grid<float> points = count_points(cloud, raster);
  const GridFrame& frame = points.frame;
  DensityMap map{0,
                 frame.origin.x() + cloud.origin.x(),
                 frame.origin.y() + cloud.origin.y(),
                 frame.cell,
                 frame.columns,
                 frame.rows,
                 std::vector<std::uint8_t>(frame.size(), 0)};
  const double scale = 255 / std::log1p(densest(points));
  std::transform(points.cells.begin(), points.cells.end(), map.levels.begin(), [&](float count) {
    return static_cast<std::uint8_t>(
        std::min(255.0, std::ceil(scale * std::log1p(static_cast<double>(count)))));
  });
  return map;
}

}  // namespace storey
