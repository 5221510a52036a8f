// Stage 9: closed doors whose leaf lies in the plane of the wall's face. No void shows them but the steps at
// their edges.
#pragma once

#include <vector>

#include "engine/openings/find_openings.h"
#include "engine/openings/voids/elevation.h"
#include "engine/openings/voids/wall_voids.h"

namespace storey {

/// Appends the doors that steps of a few millimetres in the face of one side bound at both jambs and at the
/// head: leaves behind their casing or the plaster, or leaves that stand out. What shows its upper edge best
/// at the least height of heads is lower, and no door. Where the other face shows as well there is none.
/// `noise`: m across the face; `ceiling`: m above the floor; `taken`: openings known already.
void find_flush_doors(const Elevation& elevation, const WallSide& side, double noise, double ceiling,
                      const std::vector<ElevationBox>& taken, std::vector<FoundOpening>& openings);

}  // namespace storey
