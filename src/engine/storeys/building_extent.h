// Stage 3: which part of the plan a storey takes up.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "engine/scan/gather.h"
#include "engine/scan/level.h"
#include "engine/storeys/find_storeys.h"

namespace storey {

/// The box (m, in the surfels' frame) around what lies under a ceiling, level or above a floor, and the walls
/// that go on from there to corners over which no ceiling shows. What is seen through windows would make it
/// huge. Empty if there is no ceiling.
Eigen::AlignedBox2d building_extent(const LevelCloud& cloud, const std::vector<FlatPatch>& patches,
                                    const StoreyLevel& level, int threads);

}  // namespace storey
