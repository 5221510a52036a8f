// Stage 4: how much a face says, beside others that may be the wall instead.
#pragma once

#include <vector>

#include "engine/faces/find_faces.h"

namespace storey {

/// The chance to be a wall's that half of the length of the storey's solid faces exceeds, 0…1; 0 for no
/// faces.
double usual_chance(const std::vector<WallFace>& faces);

/// How much less likely than usual it is that a face is a wall's, 0…1.
double beside_usual(double chance, double usual);

/// Gives each structural face its strength, beside that of most of the storey's walls: the share of the
/// height in which it is hit where it is hit at all, and the chance that it is a wall's. Of two that may be
/// the wall, the one behind which the other hides shows more, and furniture is less likely.
void weigh_faces(const StoreyRaster& raster, std::vector<WallFace>& faces);

}  // namespace storey
