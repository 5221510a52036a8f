#include "swept.h"
#line 1
// Stage 4: headers that part rooms though they do not reach the ceiling.
#pragma once

#include <vector>

#include "engine/faces/find_faces.h"

namespace storey {

/// A header (lintel, downstand, beam over a passage) rests on walls at both of its ends, with its soffit at
/// the height of a passage. Where one of these walls ends or turns away beside it, it parts two rooms: its
/// two faces become structural and stand from wall to wall, as does what it rests on. A beam across a room
/// stays what it is. All that became a wall is judged as walls are: which way it looks, and how much it says.
void find_headers(const LevelCloud& cloud, const StoreyRaster& raster, const SurfaceNoise& noise, int threads,
                  std::vector<WallFace>& faces);

}  // namespace storey
