// Stage 7: walls that bow, drawn without the steps that come of fitting them piece by piece.
#pragma once

#include "engine/rooms/trace_rooms.h"

namespace storey {

/// Two parallel edges with less than `kThinnestWall` of a step between them are one wall that bows, or
/// plaster of another thickness. They meet halfway: each turns by less than two directions of one wall may
/// differ. Whether there were any. Openings are to be looked for before: a face then lies where it was
/// measured.
bool even_steps(std::vector<RoomShape>& rooms);

}  // namespace storey
