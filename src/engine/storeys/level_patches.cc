#include "engine/storeys/level_patches.h"

#include <cmath>
#include <utility>

#include "engine/storeys/storey_raster.h"
#include "geometry/rank.h"

namespace storey {

PlanCell cell_of(const Eigen::Vector2d& p) {
  return {static_cast<int>(std::floor(p.x() / kPatchSize)), static_cast<int>(std::floor(p.y() / kPatchSize))};
}

PlanCell cell_of(const FlatPatch& patch) { return cell_of(patch.centre.head<2>().cast<double>()); }

bool is_floor(const FlatPatch& patch, const StoreyLevel& level) {
  return patch.normal.z() >= kLevel &&
         std::abs(static_cast<double>(patch.centre.z()) - level.floor_z) < kSameFloor;
}

double floor_sigma(const std::vector<FlatPatch>& patches, const StoreyLevel& level) {
  std::vector<double> off;
  for (const FlatPatch& patch : patches)
    if (is_floor(patch, level))
      off.push_back(std::abs(static_cast<double>(patch.centre.z()) - level.floor_z));
  return off.empty() ? 0 : median(std::move(off)) / 0.6745;  // as of a normal distribution
}

std::set<PlanCell> floor_cells(const std::vector<FlatPatch>& patches, const StoreyLevel& level) {
  std::set<PlanCell> cells;
  for (const FlatPatch& patch : patches)
    if (is_floor(patch, level)) cells.insert(cell_of(patch));
  return cells;
}

std::set<PlanCell> under_high_ceilings(const std::vector<FlatPatch>& patches, const StoreyLevel& level) {
  std::set<PlanCell> cells;
  if (!level.next_floor_z) return cells;
  for (const FlatPatch& patch : patches)
    if (patch.normal.z() >= kLevel &&
        static_cast<double>(patch.centre.z()) > *level.next_floor_z + kHeadHeight)
      cells.insert(cell_of(patch));
  return cells;
}

}  // namespace storey
