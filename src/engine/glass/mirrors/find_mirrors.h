// Stage 4: mirrors. A scanner sees in them what stands before them, as if it stood behind the wall.
#pragma once

#include <vector>

#include "engine/glass/find_sheets.h"
#include "engine/scan/gather.h"
#include "storey/run_context.h"

namespace storey {

/// A part of an upright plane behind which stations see images of what stands before it.
struct Mirror {
  Line2 line;                  ///< what is mirrored lies to its left
  Interval extent;             ///< along the line, m
  double bottom = 0, top = 0;  ///< m, in the surfels' frame
};

/// Looks for mirrors in the planes of faces and sheets: stations see through them what stands before them.
/// Where no poses are known, all behind a plane counts as seen square to it, and has to be little for an
/// image. Nothing to be relied on, if cancelled.
std::vector<Mirror> find_mirrors(const LevelCloud& cloud, const StoreyRaster& raster,
                                 const std::vector<WallFace>& faces, const std::vector<GlassSheet>& sheets,
                                 const RunContext& context);

/// Takes out what stations saw in mirrors alone; whether there was any.
bool take_out_images(LevelCloud& cloud, const std::vector<Mirror>& mirrors, int threads = 1);

}  // namespace storey
