// Stage 4: the walls that sheets of glass make up.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/glass/find_sheets.h"

namespace storey {

inline constexpr double kShortestGlassWall = 0.8;  ///< m of glass wall: narrower panes are leaves of doors

/// A stretch of a sheet between two walls.
struct GlassWall {
  std::size_t sheet = 0;  ///< index into the sheets
  Line2 line;
  Interval extent;     ///< along the line, m
  double covered = 0;  ///< m of it on which glass shows
  bool dense = false;  ///< hit as densely as a wall: a face shows it
};

/// A glass wall has rooms to both sides and goes on to another wall at both ends. `least_evidence` as in
/// SheetSearch.
std::vector<GlassWall> find_glass_walls(const std::vector<GlassSheet>& sheets,
                                        const std::vector<WallFace>& faces, double least_evidence);

}  // namespace storey
