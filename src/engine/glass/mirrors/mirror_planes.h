// Stage 4: where mirrors may be.
#pragma once

#include <vector>

#include "engine/glass/find_sheets.h"
#include "engine/glass/mirror_plane.h"

namespace storey {

/// Planes before walls behind which faces show again as far away, and the planes of sheets: what a mirror
/// itself returns is such a sheet.
std::vector<MirrorPlane> mirror_planes(const std::vector<WallFace>& faces,
                                       const std::vector<GlassSheet>& sheets);

}  // namespace storey
