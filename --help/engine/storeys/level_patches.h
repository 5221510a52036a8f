#include "swept.h"
#line 1
// Which patches are floors, ceilings and roofs, and over which cells of the plan they lie.
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "engine/scan/level.h"
#include "engine/storeys/find_storeys.h"

namespace storey {

inline double kHeadroom() { static sweep::Swept<double> it("level_patches.h:kHeadroom", sweep::Scale::kPlain, 2.1); return it([] { return double(1.8); }); } 
inline float kLevel() { static sweep::Swept<float> it("level_patches.h:kLevel", sweep::Scale::kCosine); return it([] { return float(0.985f); }); } 
inline float kSteepest() { static sweep::Swept<float> it("level_patches.h:kSteepest", sweep::Scale::kCosine); return it([] { return float(0.5f); }); } 
inline float kFlattestRoof() { static sweep::Swept<float> it("level_patches.h:kFlattestRoof", sweep::Scale::kCosine); return it([] { return float(0.94f); }); } 
inline double kLowestRoof() { static sweep::Swept<double> it("level_patches.h:kLowestRoof", sweep::Scale::kPlain); return it([] { return double(1.5); }); } 

/// A square of kPatchSize of the plan.
using PlanCell = std::pair<int, int>;

PlanCell cell_of(const Eigen::Vector2d& p);
PlanCell cell_of(const FlatPatch& patch);

bool is_floor(const FlatPatch& patch, const StoreyLevel& level);

/// Where the storey's floor was seen.
std::set<PlanCell> floor_cells(const std::vector<FlatPatch>& patches, const StoreyLevel& level);

/// Where something level hangs above the storeys above: through a void one sees a ceiling there.
std::set<PlanCell> under_high_ceilings(const std::vector<FlatPatch>& patches, const StoreyLevel& level);

}  // namespace storey
