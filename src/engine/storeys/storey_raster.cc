#include "engine/storeys/storey_raster.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "base/parallel.h"
#include "engine/scan/lengths.h"
#include "engine/scan/level.h"
#include "engine/scan/majority.h"
#include "engine/storeys/building_extent.h"
#include "engine/storeys/heads.h"
#include "engine/storeys/level_patches.h"
#include "engine/storeys/soffits.h"

namespace storey {
namespace {

/// Over the squares in which patches were looked for. Otherwise their middles lie near the edges of its
/// cells: two share one, and the next shows nothing.
GridFrame ceiling_frame(const Eigen::Vector2d& min, const Eigen::Vector2d& max) {
  const Eigen::Vector2d margin = Eigen::Vector2d::Constant(kAroundBuilding);
  return frame_over(((min - margin) / kPatchSize).array().floor() * kPatchSize, max + margin, kPatchSize, 0);
}

/// Carries known values into unknown cells, nearest first.
void spread(Grid<float>& values, const Mask& known) {
  std::deque<std::pair<int, int>> front;
  Mask done = known;
  each_cell(values.frame, [&](int c, int r) {
    if (known.at(c, r)) front.emplace_back(c, r);
  });
  flood(values.frame, std::move(front), [&](const auto& from, int column, int row) {
    if (done.at(column, row)) return false;
    done.at(column, row) = 1;
    values.at(column, row) = values.at(from.first, from.second);
    return true;
  });
}

/// Ceilings by plan cell: their heights, and the patches that show them (−1: none).
struct Ceilings {
  Grid<float> heights;
  Grid<int> patch;

  explicit Ceilings(const GridFrame& frame) : heights(frame), patch(frame, -1) {}
  bool known(int c, int r) const { return patch.at(c, r) >= 0; }
};

/// The highest patch with a normal between `flattest` and `steepest` (cosines) in each cell.
Ceilings collect_ceilings(const std::vector<FlatPatch>& patches, const StoreyLevel& level,
                          const GridFrame& frame, float steepest, float flattest) {
  Ceilings ceilings(frame);
  for (std::size_t i = 0; i < patches.size(); ++i) {
    const FlatPatch& patch = patches[i];
    const double z = static_cast<double>(patch.centre.z());
    const float slope = patch.normal.z();
    if (slope < steepest || slope > flattest || z < level.floor_z + kLowestRoof || z > level.limit_z)
      continue;
    const std::optional<std::size_t> cell = frame.find(patch.centre.head<2>().cast<double>());
    if (!cell) continue;
    if (ceilings.patch.cells[*cell] >= 0 && ceilings.heights.cells[*cell] >= patch.centre.z()) continue;
    ceilings.heights.cells[*cell] = patch.centre.z();
    ceilings.patch.cells[*cell] = static_cast<int>(i);
  }
  return ceilings;
}

/// Does a slope go on in the cells around, or end at a level ceiling? At the corner between a wall and
/// something level, which looks sloped too, it does not.
bool goes_on(const Ceilings& sloped, const Ceilings& level, const Mask& level_known, int c, int r) {
  constexpr int kNeighbours = 5;  // cells of 8 that have to go on: at a corner, three do
  constexpr float kStep = 0.3f;   // m from cell to cell, of roofs of up to 50°
  const float own = sloped.heights.at(c, r);
  int going_on = 0;
  each_cell_near(level_known.frame, c, r, 1, [&](int x, int y) {
    if (x == c && y == r) return;
    going_on += (sloped.known(x, y) && std::abs(sloped.heights.at(x, y) - own) < kStep) ||
                (level_known.at(x, y) && std::abs(level.heights.at(x, y) - own) < kStep);
  });
  return going_on >= kNeighbours;
}

/// m that the plane of a patch rises per m of plan.
Eigen::Vector2f slope_of(const FlatPatch& patch) { return -patch.normal.head<2>() / patch.normal.z(); }

float height_at(const FlatPatch& roof, const Eigen::Vector2f& p) {
  return roof.centre.z() + slope_of(roof).dot(p - roof.centre.head<2>());
}

/// Do the slopes in the cells around lie in one plane with this one? Ducts and vaults look sloped as well.
bool is_plane(const Ceilings& sloped, const std::vector<FlatPatch>& patches, int c, int r) {
  constexpr int kNeighbours = 4;  // cells of 8: at the edge of a roof, five are left
  const FlatPatch& own = patches[static_cast<std::size_t>(sloped.patch.at(c, r))];
  if (own.normal.z() > kFlattestRoof) return false;
  int in_plane = 0;
  each_cell_near(sloped.patch.frame, c, r, 1, [&](int x, int y) {
    if ((x == c && y == r) || !sloped.known(x, y)) return;
    const FlatPatch& other = patches[static_cast<std::size_t>(sloped.patch.at(x, y))];
    in_plane += std::abs(other.centre.z() - height_at(own, other.centre.head<2>())) < kOneSurface;
  });
  return in_plane >= kNeighbours;
}

/// The nearest roof within a metre that comes down towards `p`: above a low wall, it is not told from
/// furniture. Null where there is none.
const FlatPatch* roof_beside(const Ceilings& roofs, const Mask& is_roof,
                             const std::vector<FlatPatch>& patches, double floor_z,
                             const Eigen::Vector2f& p) {
  constexpr int kReach = 4;  // cells, 1 m: a roof of 35° comes down from 1.5 to 0.8 m
  const GridFrame& frame = is_roof.frame;
  const int c = frame.column(static_cast<double>(p.x())), r = frame.row(static_cast<double>(p.y()));
  const FlatPatch* beside = nullptr;
  float nearest = std::numeric_limits<float>::max();
  each_cell_near(frame, c, r, kReach, [&](int x, int y) {
    if (!is_roof.at(x, y)) return;
    const FlatPatch& roof = patches[static_cast<std::size_t>(roofs.patch.at(x, y))];
    const float z = height_at(roof, p), away = (p - roof.centre.head<2>()).norm();
    if (z > roof.centre.z() || z < static_cast<float>(floor_z + kKnee) || away >= nearest) return;
    nearest = away;
    beside = &roof;
  });
  return beside;
}

/// Gives a cell the ceiling that the roof's plane has there.
void hang(StoreyRaster& raster, const FlatPatch& roof, int c, int r) {
  raster.ceiling.at(c, r) = height_at(roof, raster.ceiling.frame.centre(c, r).cast<float>());
  raster.slope.at(c, r) = slope_of(roof);
}

/// Level ceilings as they are; sloped ones where they go on from cell to cell, and down to their walls.
void find_ceilings(const std::vector<FlatPatch>& patches, StoreyRaster& raster) {
  const GridFrame& frame = raster.ceiling.frame;
  const Ceilings level = collect_ceilings(patches, raster.level, frame, kLevel, 1.0f);
  const Ceilings sloped = collect_ceilings(patches, raster.level, frame, kSteepest, kLevel);
  each_cell(frame, [&](int c, int r) {
    if (!level.known(c, r)) return;
    raster.ceiling.at(c, r) = level.heights.at(c, r);
    raster.ceiling_known.at(c, r) = 1;
  });
  Grid<float> nearest = raster.ceiling;
  spread(nearest, raster.ceiling_known);
  drop_soffits(nearest, raster.ceiling_known);
  const Mask level_known = raster.ceiling_known;
  Mask is_roof(frame);
  for (int r = 1; r + 1 < frame.rows; ++r)
    for (int c = 1; c + 1 < frame.columns; ++c) {
      if (!sloped.known(c, r) || level_known.at(c, r) || !goes_on(sloped, level, level_known, c, r)) continue;
      raster.ceiling.at(c, r) = sloped.heights.at(c, r);
      raster.ceiling_known.at(c, r) = 1;
      if (!is_plane(sloped, patches, c, r)) continue;
      hang(raster, patches[static_cast<std::size_t>(sloped.patch.at(c, r))], c, r);
      is_roof.at(c, r) = 1;
    }
  Mask settled = raster.ceiling_known;
  each_cell(frame, [&](int c, int r) {
    if (settled.at(c, r)) return;
    const FlatPatch* roof =
        roof_beside(sloped, is_roof, patches, raster.level.floor_z, frame.centre(c, r).cast<float>());
    if (roof == nullptr) return;
    hang(raster, *roof, c, r);
    settled.at(c, r) = 1;
  });
  // In a void the storey is as high as elsewhere; the soffit of an opening that leads there is no ceiling.
  const std::set<PlanCell> voids = under_high_ceilings(patches, raster.level);
  each_cell(frame, [&](int c, int r) {
    if (voids.contains(cell_of(frame.centre(c, r)))) settled.at(c, r) = raster.ceiling_higher_up.at(c, r) = 1;
  });
  spread(raster.ceiling, settled);
}

/// Is the ceiling seen in the cell of `p`, or beside it at the same height? In cells that walls share with
/// the ceiling, no level patch is found.
bool ceiling_about(const StoreyRaster& raster, const Eigen::Vector2d& p) {
  const GridFrame& frame = raster.ceiling.frame;
  const int column = frame.column(p.x()), row = frame.row(p.y());
  if (!frame.inside(column, row)) return false;
  bool seen = false;
  each_cell_near(frame, column, row, 1, [&](int c, int r) {
    seen = seen || (raster.ceiling_known.at(c, r) &&
                    std::abs(raster.ceiling.at(c, r) - raster.ceiling.at(column, row)) < kSameFloor);
  });
  return seen;
}

/// At most the height of the lowest ceiling (m): most voxels are below, and need not be held against their
/// own.
double lowest_ceiling(const StoreyRaster& raster) {
  double lowest = raster.level.ceiling_z;
  for (std::size_t i = 0; i < raster.ceiling.cells.size(); ++i) {
    const double falls = raster.slope.cells[i].cast<double>().lpNorm<1>() * raster.ceiling.frame.cell / 2;
    lowest = std::min(lowest, static_cast<double>(raster.ceiling.cells[i]) - falls);
  }
  return lowest - kRounding;
}

/// The cell and the height bin that a voxel lies in; a column below 0 if it lies in none.
struct Place {
  int column = -1, row = -1, bin = -1;
};

Place place_of(const StoreyRaster& raster, const Surfel& surfel) {
  const int bin = raster.bins.bin(static_cast<double>(surfel.mean.z()));
  if (bin < 0 || bin >= raster.bins.count) return {};
  const GridFrame& frame = raster.columns.frame;
  const int column = frame.column(static_cast<double>(surfel.mean.x()));
  const int row = frame.row(static_cast<double>(surfel.mean.y()));
  return frame.inside(column, row) ? Place{column, row, bin} : Place{};
}

/// Makes the blocks of columns that hold something.
void make_columns(const std::vector<Surfel>& surfels, int threads, StoreyRaster& raster) {
  std::vector<std::vector<std::uint8_t>> parts(kLoopParts);
  parallel_parts(surfels.size(), threads, [&](std::size_t part, std::size_t from, std::size_t past) {
    parts[part].resize(raster.columns.blocks());
    for (std::size_t i = from; i < past; ++i)
      if (const Place place = place_of(raster, surfels[i]); place.column >= 0)
        parts[part][raster.columns.block_of(place.column, place.row)] = 1;
  });
  std::vector<std::uint8_t> hit(raster.columns.blocks());
  for (const std::vector<std::uint8_t>& part : parts)
    for (std::size_t i = 0; i < hit.size(); ++i) hit[i] |= part[i];
  raster.columns.make_blocks(hit);
}

/// Counts voxels where they lie. Each thread has rows of its own, so that sums add up in the same order.
void fill_columns(const std::vector<Surfel>& surfels, int threads, StoreyRaster& raster) {
  make_columns(surfels, threads, raster);
  parallel_rows(raster.columns.frame.rows, threads, [&](int first, int past) {
    for (const Surfel& surfel : surfels) {
      const int row = raster.columns.frame.row(static_cast<double>(surfel.mean.y()));
      if (row < first || row >= past) continue;
      const Place place = place_of(raster, surfel);
      if (place.column < 0) continue;
      raster.columns.add_hit(place.column, row, place.bin);
      const Eigen::Vector3d p = surfel.mean.cast<double>();
      if (p.z() < raster.level.floor_z + kWallFoot) continue;
      if (p.z() > raster.lowest_ceiling - kCeilingEdge &&
          p.z() > raster.ceiling_at(p.head<2>()) - kCeilingEdge)
        continue;
      raster.columns.add_body(place.column, row, surfel.mean.x(), surfel.mean.y());
    }
  });
  raster.columns.finish();
}

}  // namespace

HeightMask HeightBins::range(double from_z, double to_z) const {
  const int first = std::clamp(static_cast<int>(std::ceil((from_z - bottom) / height - 0.5)), 0, count);
  const int last = std::clamp(static_cast<int>(std::floor((to_z - bottom) / height - 0.5)) + 1, first, count);
  return HeightMask::between(first, last);
}

double StoreyRaster::ceiling_at(const Eigen::Vector2d& p) const {
  const GridFrame& frame = ceiling.frame;
  const int c = frame.column(p.x()), r = frame.row(p.y());
  if (!frame.inside(c, r)) return level.ceiling_z;
  const Eigen::Vector2d from_centre = p - frame.centre(c, r);
  return static_cast<double>(ceiling.at(c, r)) + slope.at(c, r).cast<double>().dot(from_centre);
}

bool StoreyRaster::ceiling_seen_at(const Eigen::Vector2d& p) const { return ceiling_known.get(p, 0) != 0; }

bool StoreyRaster::hit_on_ceiling(const Eigen::Vector2d& p) const {
  const double height = ceiling_at(p);
  return columns.hit_in(p, bins.range(height - kCeilingSkirt, height + kSameFloor));
}

bool StoreyRaster::under_ceiling(const Eigen::Vector2d& p) const {
  const double height = ceiling_at(p);
  // A face fills the height; strays, and what noise a ceiling has, are hit here and there.
  const HeightMask upper = bins.range(height - kLintelBand, height - kMoulding);
  return hit_on_ceiling(p) && ceiling_about(*this, p) &&
         (hit_about(p) & upper).count() <= kHalf * upper.count();
}

HeightMask StoreyRaster::hit_about(const Eigen::Vector2d& p) const {
  const int column = columns.frame.column(p.x()), row = columns.frame.row(p.y());
  HeightMask hit;
  each_cell_near(columns.frame, column, row, kStepsAround,
                 [&](int c, int r) { hit |= columns.hit_at(c, r); });
  return hit;
}

StoreyRaster rasterise(const LevelCloud& cloud, const std::vector<FlatPatch>& patches,
                       const StoreyLevel& level, int threads) {
  StoreyRaster raster;
  raster.level = level;
  raster.bins.bottom = level.floor_z - kFloorBand;
  // What is higher than all bins is lost; no storey is: find_storeys knows none above 12 m.
  raster.bins.count = std::clamp(raster.bins.bin(level.limit_z) + 1, 64, HeightMask::kBins);
  const Eigen::AlignedBox2d extent = building_extent(cloud, patches, level, threads);
  if (extent.isEmpty()) return raster;
  const Eigen::Vector2d &min = extent.min(), &max = extent.max();
  // Cells as large as voxels: smaller ones would stay empty within faces, larger ones mix up the faces of
  // thin walls.
  const GridFrame frame = frame_over(min, max, kVoxel, kAroundBuilding);
  raster.columns = RasterColumns(frame, raster.bins.count);
  raster.ceiling = Grid<float>(ceiling_frame(min, max), static_cast<float>(level.ceiling_z));
  raster.slope = Grid<Eigen::Vector2f>(raster.ceiling.frame, Eigen::Vector2f::Zero());
  raster.ceiling_known = Mask(raster.ceiling.frame);
  raster.ceiling_higher_up = Mask(raster.ceiling.frame);
  // Where no ceiling was scanned, what hangs highest are soffits of doors and the tops of cupboards.
  if (level.ceiling_seen) find_ceilings(patches, raster);
  raster.lowest_ceiling = lowest_ceiling(raster);
  raster.below = look_down(patches, level, raster.ceiling, raster.ceiling_known);

  fill_columns(cloud.surfels, threads, raster);
  return raster;
}

}  // namespace storey
