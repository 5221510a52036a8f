// Stage 7: curved walls, on the arcs that their chords come from.
#pragma once

#include <vector>

#include "engine/rooms/trace_rooms.h"

namespace storey {

/// Faces are flat, so a curved wall comes as chords of any lengths. Where three or more of them lie on one
/// circle, and turn by more than an uneven wall does, chords of like lengths take their place, with corners
/// at the same angles on both sides of a wall, and the area of the arc. Two chords do, too, where they go
/// round the same centre as another arc. What is flat in between, as at doors, stays.
void fit_arcs(std::vector<RoomShape>& rooms);

}  // namespace storey
