// Stage 7: free columns, the solid islands in rooms.
#pragma once

#include <vector>

#include "engine/faces/find_faces.h"
#include "engine/faces/lines/round_columns.h"
#include "engine/rooms/trace_rooms.h"

namespace storey {

/// Gives every small hole of a room the outline of the column that stands in it: a rectangle on its faces, or
/// a circle. Holes in which no face shows from floor to ceiling are closed: they were hidden from the
/// scanner, or something stands there, and something else hangs over it. Round columns that stand in a room
/// become holes of it, too.
/// \return the outlines, clockwise, of `round` columns that stand in a room, but partly in its walls, or in
/// another column
std::vector<EdgeRing> shape_columns(const std::vector<WallFace>& faces, const std::vector<RoundColumn>& round,
                                    std::vector<RoomShape>& rooms);

}  // namespace storey
