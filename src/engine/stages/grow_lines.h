// Stage 4: straight lines of cells that are hit over much of their height.
#pragma once

#include <vector>

#include "engine/stages/storey_raster.h"
#include "geometry/line.h"

namespace storey {

/// A line through cells of the raster.
struct GrownLine {
  Line2 line;
  Interval extent;    ///< along the line, m
  double rms = 0;     ///< m, of the cells about the line
  bool thin = false;  ///< its cells are thin about it, as those of a surface are
};

/// Lines of at least 0.12 m, strongest evidence first; every cell is in one at most. `tolerance` (m) is how
/// far from its line a cell may lie, `noise` (m) how far a surface's hits scatter.
std::vector<GrownLine> grow_lines(const StoreyRaster& raster, double tolerance, double noise);

}  // namespace storey
