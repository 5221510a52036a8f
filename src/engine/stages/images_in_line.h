// Stage 4: images of walls that lie in the walls' own lines, told by how few points they have.
#pragma once

#include <vector>

#include "engine/stages/find_faces.h"
#include "engine/stages/gather.h"

namespace storey {

/// A wall that meets a pane at right angles seems to go on behind it: its image lies in its own line. Where
/// noise hides panes, each wall that one crosses may be a pane. Cuts off what a face shows past such a wall,
/// if it has no more points there than an image in glass has.
void cut_images_in_line(const LevelCloud& cloud, const StoreyLevel& level, int threads,
                        std::vector<WallFace>& faces);

}  // namespace storey
