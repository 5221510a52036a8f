// Stage 4: what panes of glass mirror.
#pragma once

#include <vector>

#include "engine/faces/find_faces.h"
#include "engine/glass/mirrors/mirror_plane.h"
#include "engine/scan/gather.h"
#include "engine/storeys/storey_raster.h"

namespace storey {

/// The planes of the glass walls among `faces`, and of what may be panes that are hit as densely as a wall;
/// each from both sides.
std::vector<MirrorPlane> panes_among(const std::vector<WallFace>& faces);

/// Takes out of the storey what was seen through a pane alone and shows again before it, where the pane would
/// mirror it to; level surfaces stay, as floors are their own images. Nothing is known of it without poses.
/// \return whether there was any
bool take_out_reflections(LevelCloud& cloud, const StoreyRaster& raster,
                          const std::vector<MirrorPlane>& panes, int threads);

}  // namespace storey
