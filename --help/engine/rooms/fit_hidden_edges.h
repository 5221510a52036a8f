#include "swept.h"
#line 1
// Stage 7: edges of rooms that hardly any face gives, on the little that shows of their walls.
#pragma once

#include <vector>

#include "engine/rooms/trace_rooms.h"
#include "engine/storeys/storey_raster.h"

namespace storey {

/// Moves edges of rooms of which faces cover little, as behind cupboards, onto what shows of their walls, if
/// that is on one line along most of the edge: above the cupboards. An edge that has no line but that of the
/// room next door lies a wall's thickness before it, an assumed one if nothing shows. `noise` is the scatter
/// of surfaces (m). The line is that of the most support within a band, with less of it the farther off
/// (MSAC; Torr and Zisserman, MLESAC, CVIU 78, 2000).
void fit_hidden_edges(const StoreyRaster& raster, const std::vector<WallFace>& faces, double noise,
                      std::vector<RoomShape>& rooms);

}  // namespace storey
