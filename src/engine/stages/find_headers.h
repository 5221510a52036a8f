// Stage 4: headers that part rooms though they do not reach the ceiling.
#pragma once

#include <vector>

#include "engine/stages/find_faces.h"

namespace storey {

/// A header (lintel, downstand, beam over a passage) rests on walls at both of its ends, with its soffit at
/// the height of a passage. Where one of these walls ends or turns away beside it, it parts two rooms: its
/// two faces become structural and stand from wall to wall. A beam across a room stays what it is.
void find_headers(const StoreyRaster& raster, std::vector<WallFace>& faces);

}  // namespace storey
