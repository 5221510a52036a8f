#include "swept.h"
#line 1
// Stage 3: which of the level surfaces overhead are no ceilings.
#pragma once

#include "geometry/grid.h"

namespace storey {

/// What hangs below the ceiling in the width of a wall is no ceiling but the soffit of a beam or of the
/// opening in a wall. `known`: where something shows; cleared where it is a soffit. `heights`: its height
/// (m), next to it that of the nearest that shows.
void drop_soffits(const Grid<float>& heights, Mask& known);

}  // namespace storey
