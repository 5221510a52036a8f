// Stage 9: openings on walls that were drawn anew.
#pragma once

#include <vector>

#include "engine/openings/find_openings.h"

namespace storey {

/// Gives openings of the walls `before` the nearest of the walls `after`, and their place along it.
void move_openings(const std::vector<WallPiece>& before, const std::vector<WallPiece>& after,
                   std::vector<FoundOpening>& openings);

}  // namespace storey
