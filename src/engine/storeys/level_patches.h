// Which patches are floors, ceilings and roofs, and over which cells of the plan they lie.
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "engine/scan/level.h"
#include "engine/storeys/find_storeys.h"

namespace storey {

inline constexpr double kSameFloor = 0.15;   // m: by which a storey's floor, or its ceiling, slopes or steps
inline constexpr double kLeastStorey = 2.0;  // m²: tables, beds and stairwells have less
inline constexpr float kLevel = 0.985f;      // cosine of 10°: floors and ceilings, no roofs
inline constexpr float kSteepest = 0.5f;     // cosine of 60°: beyond, walls
inline constexpr float kFlattestRoof =
    0.94f;  // cosine of 20°: flatter ones rise by a height bin in a cell, as vaults
inline constexpr double kLowestRoof = 1.5;  // m above the floor: lower, roofs are not told from furniture

/// A square of kPatchSize of the plan.
using PlanCell = std::pair<int, int>;

PlanCell cell_of(const Eigen::Vector2d& p);
PlanCell cell_of(const FlatPatch& patch);

bool is_floor(const FlatPatch& patch, const StoreyLevel& level);

/// Standard uncertainty of the floor from which a storey's heights are measured, m: what shows of its floors
/// lies off the height that stands for them all.
double floor_sigma(const std::vector<FlatPatch>& patches, const StoreyLevel& level);

/// Where the storey's floor was seen.
std::set<PlanCell> floor_cells(const std::vector<FlatPatch>& patches, const StoreyLevel& level);

/// Where something level hangs above the storeys above: through a void one sees a ceiling there.
std::set<PlanCell> under_high_ceilings(const std::vector<FlatPatch>& patches, const StoreyLevel& level);

}  // namespace storey
