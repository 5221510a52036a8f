// Stage 4: which way faces look where floor or ceiling shows close to both of their sides, as at thin walls.
#pragma once

#include <vector>

#include "engine/faces/find_faces.h"

namespace storey {

/// Turns solid faces, and those that may be, if they seem free on both sides: a solid face
/// cannot be seen from behind, so the stations tell, and where their places are not known, floor and ceiling
/// closer by than the raster's cells can show. Those that seem free on one side are turned if stations and
/// floor say so. What lies up to `tolerance` (m) from a face is its own.
void turn_to_free_side(const LevelCloud& cloud, const StoreyRaster& raster, double tolerance, int threads,
                       std::vector<WallFace>& faces);

}  // namespace storey
