// Stage 4: glass walls in place of sheets.
#pragma once

#include <vector>

#include "engine/glass/find_sheets.h"

namespace storey {

/// Replaces the sheer faces (`glass` set) by the two faces of each glass wall that the sheets show. A glass
/// wall has floor or ceiling on both sides and goes on to another wall at both ends. What stands where a
/// sheet mirrors a solid face is an image, and dropped.
/// \return the sheer faces
std::vector<WallFace> resolve_glass(const LevelCloud& cloud, const StoreyLevel& level, int threads,
                                    const SheetSearch& search, std::vector<WallFace>& faces);

}  // namespace storey
