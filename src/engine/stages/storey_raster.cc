#include "engine/stages/storey_raster.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <set>
#include <utility>

namespace storey {
namespace {

constexpr double kMaxCells = 60e6;    // cells, 1.4 GB; larger storeys get larger ones
constexpr double kBelowFloor = 0.10;  // m that floors slope or step down
constexpr double kSkirting = 0.12;    // m above the floor at which walls begin
constexpr double kHeadroom = 1.8;     // m above a floor: ceilings are higher, and what stands on it is lower
constexpr float kLevel = 0.985f;      // cosine of 10°: floors and ceilings, no roofs
constexpr double kMargin = 1.0;       // m around the building: walls and their openings' reveals

using PlanCell = std::pair<int, int>;

PlanCell cell_of(const Eigen::Vector2d& p) {
  return {static_cast<int>(std::floor(p.x() / kPatchSize)), static_cast<int>(std::floor(p.y() / kPatchSize))};
}

PlanCell cell_of(const FlatPatch& patch) { return cell_of(patch.centre.head<2>().cast<double>()); }

/// Where something level hangs above the storeys above: through a void one sees a ceiling there.
std::set<PlanCell> under_high_ceilings(const std::vector<FlatPatch>& patches, const StoreyLevel& level) {
  std::set<PlanCell> cells;
  if (!level.next_floor_z) return cells;
  for (const FlatPatch& patch : patches)
    if (patch.normal.z() >= kLevel && static_cast<double>(patch.centre.z()) > *level.next_floor_z + kHeadroom)
      cells.insert(cell_of(patch));
  return cells;
}

/// Extent of the plan over which there is a floor: points outside of windows must not make the raster huge.
bool building_extent(const std::vector<FlatPatch>& patches, const StoreyLevel& level, Eigen::Vector2d* min,
                     Eigen::Vector2d* max) {
  const std::set<PlanCell> voids = under_high_ceilings(patches, level);
  std::vector<double> xs, ys;
  for (const FlatPatch& patch : patches) {
    const double z = static_cast<double>(patch.centre.z());
    const bool ceiling = z > level.floor_z + kHeadroom && z < level.limit_z;
    const bool floor =
        std::abs(z - level.floor_z) < 0.15 && (!level.ceiling_seen || voids.contains(cell_of(patch)));
    if (patch.normal.z() < kLevel || !(ceiling || floor)) continue;
    xs.push_back(static_cast<double>(patch.centre.x()));
    ys.push_back(static_cast<double>(patch.centre.y()));
  }
  if (xs.empty()) return false;
  const auto range = [](std::vector<double>& values, double* low, double* high) {
    std::sort(values.begin(), values.end());
    const auto cut = static_cast<std::size_t>(0.002 * static_cast<double>(values.size()));
    *low = values[cut] - 0.25;
    *high = values[values.size() - 1 - cut] + 0.25;
  };
  range(xs, &min->x(), &max->x());
  range(ys, &min->y(), &max->y());
  return true;
}

/// Carries known values into unknown cells, nearest first.
void spread(Grid<float>& values, const Mask& known) {
  std::deque<std::pair<int, int>> front;
  Mask done = known;
  for (int r = 0; r < values.frame.rows; ++r)
    for (int c = 0; c < values.frame.columns; ++c)
      if (known.at(c, r)) front.emplace_back(c, r);
  while (!front.empty()) {
    const auto [c, r] = front.front();
    front.pop_front();
    for (const auto& [dc, dr] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
      if (!values.frame.inside(c + dc, r + dr) || done.at(c + dc, r + dr)) continue;
      done.at(c + dc, r + dr) = 1;
      values.at(c + dc, r + dr) = values.at(c, r);
      front.emplace_back(c + dc, r + dr);
    }
  }
}

/// Puts the highest patch with a normal between `flattest` and `steepest` (cosines) into each cell.
void collect_heights(const std::vector<FlatPatch>& patches, const StoreyLevel& level, double steepest,
                     double flattest, Grid<float>& heights, Mask& known) {
  for (const FlatPatch& patch : patches) {
    const double z = static_cast<double>(patch.centre.z()), slope = static_cast<double>(patch.normal.z());
    if (slope < steepest || slope > flattest || z < level.floor_z + 1.5 || z > level.limit_z) continue;
    const int c = heights.frame.column(static_cast<double>(patch.centre.x()));
    const int r = heights.frame.row(static_cast<double>(patch.centre.y()));
    if (!heights.frame.inside(c, r)) continue;
    float& height = heights.at(c, r);
    height = known.at(c, r) ? std::max(height, patch.centre.z()) : patch.centre.z();
    known.at(c, r) = 1;
  }
}

/// What hangs well below the ceiling on both of its sides is no ceiling but the soffit of a beam or of the
/// opening in a wall.
void drop_soffits(const Grid<float>& heights, Mask& known) {
  constexpr float kDrop = 0.80f;  // m: in rooms of usual height the little wall above doors needs no help
  constexpr int kWidest = 4;      // cells, 1 m: walls are up to 0.6 m thick and lie across the cells
  Grid<float> all = heights;
  spread(all, known);
  const auto higher = [&](int c, int r, float than) {
    return all.frame.inside(c, r) && all.at(c, r) > than + kDrop;
  };
  for (int r = 0; r < all.frame.rows; ++r)
    for (int c = 0; c < all.frame.columns; ++c) {
      if (!known.at(c, r)) continue;
      for (const auto& [dc, dr] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
        int before = 1, after = 1;
        while (before <= kWidest && !higher(c - before * dc, r - before * dr, all.at(c, r))) ++before;
        while (after <= kWidest && !higher(c + after * dc, r + after * dr, all.at(c, r))) ++after;
        if (before + after <= kWidest + 1) known.at(c, r) = 0;
      }
    }
}

/// Level ceilings as they are; sloped ones where they go on from cell to cell, as the corner between a wall
/// and something level looks sloped too.
void find_ceilings(const std::vector<FlatPatch>& patches, StoreyRaster& raster) {
  constexpr double kSteepest = 0.5;  // cosine of 60°: beyond, walls
  constexpr int kNeighbours = 5;     // cells of 8 that have to go on: at a corner, three do
  collect_heights(patches, raster.level, kLevel, 1.0, raster.ceiling, raster.ceiling_known);
  drop_soffits(raster.ceiling, raster.ceiling_known);
  Grid<float> sloped(raster.ceiling.frame);
  Mask sloped_known(raster.ceiling.frame);
  collect_heights(patches, raster.level, kSteepest, kLevel, sloped, sloped_known);
  const Mask level = raster.ceiling_known;
  const Grid<float> level_height = raster.ceiling;
  for (int r = 1; r + 1 < sloped.frame.rows; ++r)
    for (int c = 1; c + 1 < sloped.frame.columns; ++c) {
      if (!sloped_known.at(c, r) || level.at(c, r)) continue;
      int going_on = 0;
      for (int dr = -1; dr <= 1; ++dr)
        for (int dc = -1; dc <= 1; ++dc) {
          if (dc == 0 && dr == 0) continue;
          const float own = sloped.at(c, r);
          const bool slope_near =
              sloped_known.at(c + dc, r + dr) && std::abs(sloped.at(c + dc, r + dr) - own) < 0.3f;
          const bool level_near =
              level.at(c + dc, r + dr) && std::abs(level_height.at(c + dc, r + dr) - own) < 0.2f;
          going_on += slope_near || level_near;
        }
      if (going_on < kNeighbours) continue;
      raster.ceiling.at(c, r) = sloped.at(c, r);
      raster.ceiling_known.at(c, r) = 1;
    }
  // In a void the storey is as high as elsewhere; the soffit of an opening that leads there is no ceiling.
  const std::set<PlanCell> voids = under_high_ceilings(patches, raster.level);
  Mask settled = raster.ceiling_known;
  for (int r = 0; r < settled.frame.rows; ++r)
    for (int c = 0; c < settled.frame.columns; ++c)
      if (voids.contains(cell_of(settled.frame.centre(c, r)))) settled.at(c, r) = 1;
  spread(raster.ceiling, settled);
}

}  // namespace

std::uint64_t HeightBins::range(double from_z, double to_z) const {
  const int first = std::clamp(static_cast<int>(std::ceil((from_z - bottom) / height - 0.5)), 0, 64);
  const int last = std::clamp(static_cast<int>(std::floor((to_z - bottom) / height - 0.5)) + 1, first, 64);
  const auto below = [](int n) { return n >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1; };
  return below(last) & ~below(first);
}

double StoreyRaster::ceiling_at(const Eigen::Vector2d& p) const {
  return static_cast<double>(ceiling.get(p, static_cast<float>(level.ceiling_z)));
}

bool StoreyRaster::ceiling_seen_at(const Eigen::Vector2d& p) const { return ceiling_known.get(p, 0) != 0; }

bool StoreyRaster::under_ceiling(const Eigen::Vector2d& p) const {
  const double height = ceiling_at(p);
  return ceiling_seen_at(p) && (columns.get(p).hit & bins.range(height - 0.08, height + 0.15)) != 0;
}

StoreyRaster rasterise(const LevelCloud& cloud, const std::vector<FlatPatch>& patches,
                       const StoreyLevel& level) {
  StoreyRaster raster;
  raster.level = level;
  raster.bins.bottom = level.floor_z - kBelowFloor;
  raster.bins.height = std::max(0.05, (level.limit_z - raster.bins.bottom) / 64);
  Eigen::Vector2d min = Eigen::Vector2d::Zero(), max = Eigen::Vector2d::Zero();
  if (!building_extent(patches, level, &min, &max)) return raster;
  const double area = (max.x() - min.x() + 2 * kMargin) * (max.y() - min.y() + 2 * kMargin);
  // Cells as large as voxels: smaller ones would stay empty within faces, larger ones mix up the faces of
  // thin walls.
  const GridFrame frame = frame_over(min, max, std::max(kVoxel, std::sqrt(area / kMaxCells)), kMargin);
  raster.columns = Grid<RasterColumn>(frame);
  raster.ceiling =
      Grid<float>(frame_over(min, max, kPatchSize, kMargin), static_cast<float>(level.ceiling_z));
  raster.ceiling_known = Mask(raster.ceiling.frame);
  find_ceilings(patches, raster);
  raster.below = look_down(patches, level, raster.ceiling);

  for (const Surfel& surfel : cloud.surfels) {
    const Eigen::Vector3d p = surfel.mean.cast<double>();
    const int bin = raster.bins.bin(p.z());
    if (bin < 0 || bin >= 64) continue;
    const int c = frame.column(p.x()), r = frame.row(p.y());
    if (!frame.inside(c, r)) continue;
    RasterColumn& column = raster.columns.at(c, r);
    column.hit |= std::uint64_t{1} << bin;
    if (p.z() < level.floor_z + kSkirting || p.z() > raster.ceiling_at(p.head<2>()) - 0.05) continue;
    column.weight += 1;
    column.x += surfel.mean.x();
    column.y += surfel.mean.y();
  }
  for (RasterColumn& column : raster.columns.cells)
    if (column.weight > 0) {
      column.x /= column.weight;
      column.y /= column.weight;
    }
  return raster;
}

}  // namespace storey
