// Stage 4: round columns, by the circles that are hit over the height of a person.
#pragma once

#include <vector>

#include "engine/faces/lines/columns.h"
#include "engine/storeys/storey_raster.h"

namespace storey {

/// Columns of one radius from table to head, higher than heads. The circles that cells hit at all heights lie
/// on, found by a Hough transform with their directions (Kimme, Ballard and Sklansky 1975), fitted by least
/// squares (Kåsa 1976). Those that show most of their outline come first; none lie within each other.
/// `width`: m about a surface within which its hits lie.
std::vector<StandingColumn> find_round_columns(const StoreyRaster& raster, double width, int threads);

}  // namespace storey
