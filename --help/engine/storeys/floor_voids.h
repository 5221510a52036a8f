#include "swept.h"
#line 1
// Stage 3: where a storey has a ceiling but no floor: the upper parts of halls, beside galleries.
#pragma once

#include <vector>

#include "engine/scan/level.h"
#include "engine/storeys/find_storeys.h"
#include "geometry/grid.h"
#include "geometry/line.h"

namespace storey {

/// What lies under the ceilings of a storey, place by place, in plan.
struct FloorSight {
  std::vector<Vec2> floor;  ///< the storey's floor, or what stands on it
  std::vector<Vec2> depth;  ///< the storey below, seen through a void that is larger than a stairwell
};

/// `ceiling` holds the local height of the ceiling, m in the surfels' frame; `ceiling_known` is 1 where it
/// was seen.
FloorSight look_down(const std::vector<FlatPatch>& patches, const StoreyLevel& level,
                     const Grid<float>& ceiling, const Mask& ceiling_known);

}  // namespace storey
