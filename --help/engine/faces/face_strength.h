#include "swept.h"
#line 1
// Stage 4: how much a face says, beside others that may be the wall instead.
#pragma once

#include <vector>

#include "engine/faces/find_faces.h"

namespace storey {

/// Gives each structural face its strength: the share of the height in which it is hit where it is hit at
/// all, beside that of most of the storey's walls. Of two that may be the wall, the one behind which the
/// other hides shows more.
void weigh_faces(const StoreyRaster& raster, std::vector<WallFace>& faces);

}  // namespace storey
