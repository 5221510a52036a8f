#include "swept.h"
#line 1
// Stage 4: fronts of which little shows but sill and head: curtain walls, and walls about their windows.
#pragma once

#include "engine/faces/find_faces.h"

namespace storey {

/// Is the face the inner one of a curtain wall? It shows along its sill and head, at the edge of the storey:
/// there is floor before it, and neither floor nor ceiling behind. Nothing between sill and head need show.
/// If so, it is turned to look inwards.
bool is_curtain_wall(const StoreyRaster& raster, WallFace& face);

/// What stands right behind a curtain wall's face, or in a window, are frames and panes, no walls.
void drop_frames(const StoreyRaster& raster, std::vector<WallFace>& faces);

}  // namespace storey
