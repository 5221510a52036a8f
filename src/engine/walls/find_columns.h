// Stage 7: free columns, the solid islands in rooms.
#pragma once

#include <vector>

#include "engine/faces/find_faces.h"
#include "engine/faces/lines/columns.h"
#include "engine/rooms/trace_rooms.h"

namespace storey {

/// Columns that were found `standing` in a room become holes of it. Of its other small holes those stay in
/// which a face shows from floor to ceiling; the rest were hidden from the scanner, or something stands there
/// and something else hangs over it.
/// \return the outlines, clockwise, of `standing` columns that are in a room, but partly in its walls, or in
/// another column
std::vector<EdgeRing> shape_columns(const std::vector<WallFace>& faces,
                                    const std::vector<StandingColumn>& standing,
                                    std::vector<RoomShape>& rooms);

}  // namespace storey
