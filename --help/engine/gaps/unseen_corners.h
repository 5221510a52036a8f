#include "swept.h"
#line 1
// Stage 5: how far walls go on that were not seen to their corners.
#pragma once

#include <vector>

#include "engine/faces/find_faces.h"
#include "engine/storeys/storey_raster.h"

namespace storey {

/// Of walls that show no corner at an end, as at the far end of a corridor: they go on along their line to
/// where another ends that looks along it, unless room shows behind. Sets `unseen` of both, and lets the
/// other stand up to there.
void find_unseen_corners(const StoreyRaster& raster, std::vector<WallFace>& faces);

}  // namespace storey
