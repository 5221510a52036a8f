#include "swept.h"
#line 1
// Stage 7: outlines without the steps that nothing but chance has put there.
#pragma once

#include "engine/rooms/trace_rooms.h"

namespace storey {

/// Leaves out edges of `ring` as long as the outline of the room gets cheaper: each corner costs, and so does
/// what the change labels wrongly on the raster, what it has no face for, and each face that no edge lies on
/// any more (minimum description length; Rissanen 1978).
void straighten(const RoomRaster& rooms, int label, const std::vector<WallFace>& faces, EdgeRing& ring);

}  // namespace storey
