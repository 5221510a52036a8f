// Stage 4b: which of the sparse upright sheets are glass walls, and which are mirror images.
#pragma once

#include <vector>

#include "engine/stages/find_faces.h"

namespace storey {

/// Replaces sheets (faces with `glass` set, free on both sides) by the two faces of the glass wall that they
/// show. A glass wall is at least 2 m long and goes on to another wall at both ends; a sheet that is the
/// mirror image of a solid face in another sheet is dropped, and all other sheets are.
void resolve_glass(std::vector<WallFace>& faces);

}  // namespace storey
