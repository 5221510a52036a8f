// Stage 4: curtain walls, of which little shows but sill, head and mullions.
#pragma once

#include "engine/stages/find_faces.h"

namespace storey {

/// Is the face the inner one of a curtain wall? It shows along its sill and head, at the edge of the storey:
/// there is floor before it, and neither floor nor ceiling behind. Nothing between sill and head need show.
/// If so, it is turned to look inwards.
bool is_curtain_wall(const StoreyRaster& raster, WallFace& face);

/// What stands right behind a curtain wall's face are its frames and panes, no walls.
void drop_frames(std::vector<WallFace>& faces);

}  // namespace storey
