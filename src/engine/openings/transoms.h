// Stage 9: openings that transoms part.
#pragma once

#include <vector>

#include "engine/openings/find_openings.h"

namespace storey {

/// Makes what lies over an opening of the same wall, with no more than a transom between, part of it: a plan
/// shows one opening at a place.
void join_over_transoms(std::vector<FoundOpening>& openings);

}  // namespace storey
