// Stage 4: straight lines of cells that are hit over much of their height.
#pragma once

#include <span>
#include <vector>

#include "engine/faces/lines/columns.h"
#include "engine/storeys/storey_raster.h"
#include "geometry/line.h"

namespace storey {

/// A line through cells of the raster.
struct GrownLine {
  Line2 line;
  Interval extent;    ///< along the line, m
  double rms = 0;     ///< m, of the cells about the line
  bool thin = false;  ///< its cells are thin about it, as those of a surface are
};

/// How thick what stands on a line may be.
struct LineWidth {
  double sheet = 0;      ///< m from the line within which the cells of a surface lie
  double surface = 0;    ///< m within which all its sheets lie, as drift and bad registration make them
  double noise = 0;      ///< m by which the hits of one sheet scatter
  bool blurred = false;  ///< by noise, so that things that stand close before a wall are within its surface
};

/// Lines of at least 0.12 m; every cell is in one at most. Strongest evidence first; of blurred surfaces
/// those that show above people's heads come before all others, as things pull the rest aside.
std::vector<GrownLine> grow_lines(const StoreyRaster& raster, const LineWidth& width,
                                  std::span<const StandingColumn> columns, int threads);

}  // namespace storey
