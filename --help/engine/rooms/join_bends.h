#include "swept.h"
#line 1
// Stage 7: walls that go on in one another, where the outline bends or steps in an opening.
#pragma once

#include "engine/rooms/trace_rooms.h"
#include "engine/storeys/storey_raster.h"

namespace storey {

/// Makes one edge of two that nearly go on in one another, if no wall stands where they meet: walls bend and
/// step at piers, and hardly ever over a window. What is seen between a wall's casings, blinds and lintels is
/// many sheets close to each other, and lines through them differ by a few degrees or centimetres.
void join_bends(const StoreyRaster& raster, const std::vector<WallFace>& faces,
                std::vector<RoomShape>& rooms);

}  // namespace storey
