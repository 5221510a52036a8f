// Stage 4: what panes of glass mirror.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/glass/glass_walls.h"
#include "engine/scan/gather.h"
#include "engine/storeys/storey_raster.h"

namespace storey {

/// Takes out of the storey what was seen through a pane alone and shows again before it, where the pane would
/// mirror it to; panes mirror to both sides. Level surfaces stay, as floors are their own images. Nothing is
/// known of it without poses. \return how many surfels that were
std::size_t take_out_reflections(LevelCloud& cloud, const StoreyRaster& raster,
                                 const std::vector<GlassWall>& panes, int threads);

}  // namespace storey
