// Stage 4: columns that stand free. They come before lines, so that none runs through their outlines.
#pragma once

#include <utility>
#include <vector>

#include "engine/storeys/storey_raster.h"
#include "geometry/line.h"

namespace storey {

inline constexpr double kThinnestColumn = 0.10;  // m: what is thinner is a pipe or a post

inline constexpr int kAround = 24;  // corners about a middle: 1 % off a circle; sectors, too

struct StandingColumn {
  Vec2 centre = Vec2::Zero();
  double radius = 0;                         ///< m: no corner of the outline is farther from the centre
  std::vector<Vec2> outline;                 ///< counter-clockwise
  double band = 0;                           ///< m about the outline within which its hits lie
  std::vector<std::pair<Vec2, Vec2>> sides;  ///< straight ones that show: out of the column is to their left

  /// Is what is hit at `p` the column's?
  bool holds(const Vec2& p) const;
};

StandingColumn round_column(const Vec2& centre, double radius, double band);

/// Round columns, then square ones. `width`: m about a surface within which its hits lie.
std::vector<StandingColumn> find_standing_columns(const StoreyRaster& raster, double width, int threads);

}  // namespace storey
