// Stage 4: glass walls in place of sheets.
#pragma once

#include <vector>

#include "engine/glass/glass_walls.h"

namespace storey {

struct ResolvedGlass {
  std::vector<WallFace> taken_out;  ///< the sheer faces
  /// The glass walls and, where there are any, faces that may be panes which are hit densely.
  std::vector<GlassWall> panes;
};

/// Replaces the sheer faces (`glass` set) by the two faces of each glass wall that the sheets show. A glass
/// wall has floor or ceiling on both sides and goes on to another wall at both ends. What stands where a
/// sheet mirrors a solid face is an image, and dropped.
ResolvedGlass resolve_glass(const LevelCloud& cloud, const StoreyLevel& level, int threads,
                            const SheetSearch& search, std::vector<WallFace>& faces);

}  // namespace storey
