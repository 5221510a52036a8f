// Stage 4: square columns, by what stands alone from floor to ceiling.
#pragma once

#include <span>
#include <vector>

#include "engine/faces/lines/columns.h"
#include "engine/storeys/storey_raster.h"

namespace storey {

/// Rectangles about what stands alone, is at most 1 m wide, and hides floor and ceiling. Furniture that is as
/// high has a ceiling over it, or a wall behind it. What `round` columns hold is theirs. `width`: m about a
/// surface within which its hits lie. In the order in which the raster's rows meet them.
std::vector<StandingColumn> find_square_columns(const StoreyRaster& raster,
                                                std::span<const StandingColumn> round, double width);

}  // namespace storey
