// Stage 9: an opening's edges to the millimetre.
#pragma once

#include "engine/openings/find_openings.h"
#include "engine/openings/voids/elevation.h"

namespace storey {

/// Jambs, sill and head to the millimetre, on the surfels inside of the wall; the raster's edges otherwise.
void refine_opening(const Elevation& elevation, const ElevationBox& box, double noise, FoundOpening& opening);

}  // namespace storey
