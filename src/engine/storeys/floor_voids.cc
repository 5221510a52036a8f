#include "engine/storeys/floor_voids.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
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
    const std::optional<std::size_t> cell = ceiling.frame.find(patch.centre.head<2>().cast<double>());
    if (patch.normal.z() < kLevel || !cell) continue;
    if (static_cast<double>(patch.centre.z()) > static_cast<double>(ceiling.cells[*cell]) - kHeadHeight)
      continue;
    highest.cells[*cell] = std::max(highest.cells[*cell], patch.centre.z());
    level_patches.push_back(&patch);
  }
  return highest;
}

/// The deep cells that are connected with (c, r), which are taken out of `deep`.
std::vector<std::pair<int, int>> take_void(Mask& deep, int c, int r) {
  std::vector<std::pair<int, int>> cells = {{c, r}};
  deep.at(c, r) = 0;
  for (std::size_t i = 0; i < cells.size(); ++i)
    each_cell_near(deep.frame, cells[i].first, cells[i].second, kApart, [&](int x, int y) {
      if (!deep.at(x, y)) return;
      deep.at(x, y) = 0;
      cells.emplace_back(x, y);
    });
  return cells;
}

/// Is the mask set there, or in a cell beside it?
bool about(const Mask& mask, int c, int r) {
  bool any = false;
  each_cell_near(mask.frame, c, r, 1, [&](int x, int y) { any = any || mask.at(x, y); });
  return any;
}

/// Deep cells, without stairwells, and without places where a thin scan shows neither the floor nor the
/// ceiling below, but does beside them. Where no ceiling was seen, the storey below was seen from itself, and
/// not through a void; walls meet ceilings where these are not seen as level.
Mask large_voids(const Grid<float>& highest, const Mask& ceiling_known, double deepest) {
  Mask deep(highest.frame), slab(highest.frame), large(highest.frame);
  each_cell(deep.frame, [&](int c, int r) {
    slab.at(c, r) = static_cast<double>(highest.at(c, r)) >= deepest;
    deep.at(c, r) = std::isfinite(highest.at(c, r)) && !slab.at(c, r) && about(ceiling_known, c, r);
  });
  const double area = highest.frame.cell * highest.frame.cell;
  each_cell(deep.frame, [&](int c, int r) {
    if (!deep.at(c, r)) return;
    const std::vector<std::pair<int, int>> cells = take_void(deep, c, r);
    const auto open =
        std::ranges::count_if(cells, [&](const auto& cell) { return !about(slab, cell.first, cell.second); });
    if (static_cast<double>(open) * area < kLeastStorey) return;
    for (const auto& [x, y] : cells) large.at(x, y) = 1;
  });
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
