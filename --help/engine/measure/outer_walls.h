#include "swept.h"
#line 1
// Stage 10: which walls have the outside behind them.
#pragma once

#include <vector>

#include "engine/openings/find_openings.h"
#include "engine/walls/build_walls.h"

namespace storey {

/// Per wall: is the outside behind it, along most of it? That is the region around all that rooms and walls
/// enclose or have between them, and courts: what is enclosed and has windows. Else it is a shaft, or a room
/// that was not scanned.
std::vector<bool> outer_walls(const std::vector<RoomShape>& rooms, const std::vector<WallPiece>& walls,
                              const std::vector<FoundOpening>& openings);

}  // namespace storey
