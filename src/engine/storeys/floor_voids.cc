#include "engine/storeys/floor_voids.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/storeys/level_patches.h"
#include "engine/storeys/storey_raster.h"

namespace storey {
namespace {

constexpr double kDeep = 1.5;  // m under the floor: lower than the half landing of a stair
constexpr int kApart = 2;      // cells of 0.25 m between patches of one void: furniture hides some

/// Per cell, the highest level surface under the headroom; -infinity where none was seen.
Grid<float> highest_below(const std::vector<FlatPatch>& patches, const Grid<float>& ceiling,
                          std::vector<const FlatPatch*>& level_patches) {
  Grid<float> highest(ceiling.frame, -std::numeric_limits<float>::infinity());
  for (const FlatPatch& patch : patches) {
    const int c = ceiling.frame.column(static_cast<double>(patch.centre.x()));
    const int r = ceiling.frame.row(static_cast<double>(patch.centre.y()));
    if (patch.normal.z() < kLevel || !ceiling.frame.inside(c, r)) continue;
    if (static_cast<double>(patch.centre.z()) > static_cast<double>(ceiling.at(c, r)) - kHeadHeight) continue;
    highest.at(c, r) = std::max(highest.at(c, r), patch.centre.z());
    level_patches.push_back(&patch);
  }
  return highest;
}

/// The deep cells that are connected with (c, r), which are taken out of `deep`.
std::vector<std::pair<int, int>> take_void(Mask& deep, int c, int r) {
  std::vector<std::pair<int, int>> cells = {{c, r}};
  deep.at(c, r) = 0;
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (int dr = -kApart; dr <= kApart; ++dr)
      for (int dc = -kApart; dc <= kApart; ++dc) {
        const int x = cells[i].first + dc, y = cells[i].second + dr;
        if (!deep.frame.inside(x, y) || !deep.at(x, y)) continue;
        deep.at(x, y) = 0;
        cells.emplace_back(x, y);
      }
  return cells;
}

/// Is the mask set there, or in a cell beside it?
bool about(const Mask& mask, int c, int r) {
  for (int dr = -1; dr <= 1; ++dr)
    for (int dc = -1; dc <= 1; ++dc)
      if (mask.frame.inside(c + dc, r + dr) && mask.at(c + dc, r + dr)) return true;
  return false;
}

/// Deep cells, without stairwells, and without places where a thin scan shows neither the floor nor the
/// ceiling below, but does beside them. Where no ceiling was seen, the storey below was seen from itself, and
/// not through a void; walls meet ceilings where these are not seen as level.
Mask large_voids(const Grid<float>& highest, const Mask& ceiling_known, double deepest) {
  Mask deep(highest.frame), slab(highest.frame), large(highest.frame);
  for (int r = 0; r < deep.frame.rows; ++r)
    for (int c = 0; c < deep.frame.columns; ++c) {
      slab.at(c, r) = static_cast<double>(highest.at(c, r)) >= deepest;
      deep.at(c, r) = std::isfinite(highest.at(c, r)) && !slab.at(c, r) && about(ceiling_known, c, r);
    }
  const double area = highest.frame.cell * highest.frame.cell;
  for (int r = 0; r < deep.frame.rows; ++r)
    for (int c = 0; c < deep.frame.columns; ++c) {
      if (!deep.at(c, r)) continue;
      const std::vector<std::pair<int, int>> cells = take_void(deep, c, r);
      const auto open = std::ranges::count_if(
          cells, [&](const auto& cell) { return !about(slab, cell.first, cell.second); });
      if (static_cast<double>(open) * area < kLeastStorey) continue;
      for (const auto& [x, y] : cells) large.at(x, y) = 1;
    }
  return large;
}

}  // namespace

FloorSight look_down(const std::vector<FlatPatch>& patches, const StoreyLevel& level,
                     const Grid<float>& ceiling, const Mask& ceiling_known) {
  std::vector<const FlatPatch*> level_patches;
  const Grid<float> highest = highest_below(patches, ceiling, level_patches);
  const double deepest = level.floor_z - kDeep;
  const Mask voids = large_voids(highest, ceiling_known, deepest);
  FloorSight sight;
  for (const FlatPatch* patch : level_patches) {
    const Vec2 p = patch->centre.head<2>().cast<double>();
    const float top = highest.get(p);
    if (patch->centre.z() < top) continue;
    if (voids.get(p))
      sight.depth.push_back(p);
    else if (static_cast<double>(top) >= deepest)
      sight.floor.push_back(p);
  }
  return sight;
}

}  // namespace storey
