// Stage 4: round columns, by the circles that are hit over the height of a person.
#pragma once

#include <vector>

#include "engine/storeys/storey_raster.h"
#include "geometry/line.h"

namespace storey {

/// Upright, of one radius from table to head, and higher than heads.
struct RoundColumn {
  Vec2 centre = Vec2::Zero();
  double radius = 0;  ///< m
  double reach = 0;   ///< m from the centre within which its hits lie

  bool holds(const Vec2& p) const { return (p - centre).norm() <= reach; }
};

/// The circles that cells hit at all heights lie on, found by a Hough transform with their directions (Kimme,
/// Ballard and Sklansky 1975), fitted by least squares (Kåsa 1976). Those that show most of their outline
/// come first; none lie within each other. `width`: m about a surface within which its hits lie.
std::vector<RoundColumn> find_round_columns(const StoreyRaster& raster, double width, int threads);

}  // namespace storey
