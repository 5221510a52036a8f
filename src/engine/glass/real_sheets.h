// Stage 4: which sheets are glass, and which are images of walls in others.
#pragma once

#include <vector>

#include "engine/faces/find_faces.h"
#include "engine/glass/find_sheets.h"
#include "engine/glass/glass_walls.h"

namespace storey {

/// The sheets that are real: the one first that, with its images of solid faces in others, explains most of
/// what was hit; what may be an image in another one waits for that. Of the others' evidence only what no
/// image explains is left. `panes`, which faces show, are known to be real, and mirror as well.
std::vector<GlassSheet> without_images(std::vector<GlassSheet> sheets, const std::vector<WallFace>& faces,
                                       const std::vector<GlassWall>& panes = {});

}  // namespace storey
