// Stage 7: curved walls, on the arcs that their chords come from.
#pragma once

#include <vector>

#include "engine/rooms/trace_rooms.h"

namespace storey {

/// Faces are flat, so a curved wall comes as chords of any lengths. Where three or more of them lie on one
/// circle, and it turns by more than an uneven wall does, be it along several rooms, chords of like lengths
/// take their place, with corners at the same angles on both sides of the wall, and the area of the arc. Two
/// chords do, too, where they go round the centre of such a circle. What is flat in between, as at doors,
/// stays.
void fit_arcs(std::vector<RoomShape>& rooms);

}  // namespace storey
