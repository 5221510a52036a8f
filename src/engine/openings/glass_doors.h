// Stage 9: doors in glass walls. Voids say nothing there, as glass is hardly hit: frames and leaves do.
#pragma once

#include <vector>

#include "engine/openings/find_leaf.h"
#include "engine/openings/find_openings.h"
#include "engine/openings/voids/elevation.h"

namespace storey {

/// Appends the doors and openings of one glass wall: what stands between two posts and a lintel. A closed
/// leaf is not told from what stands against the glass.
void find_glass_doors(const StoreyRaster& raster, const WallRun& wall, const Elevation& elevation,
                      const LeafFinder& leaves, std::vector<FoundOpening>& openings);

}  // namespace storey
