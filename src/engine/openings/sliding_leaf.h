// Stage 9: leaves that slide along the wall.
#pragma once

#include "engine/openings/voids/elevation.h"

namespace storey {

/// Does a leaf as large as the opening hang beside it? `bits`: where such leaves are hit.
bool slid_aside(const Elevation& elevation, const ElevationBox& opening, std::uint8_t bits);

}  // namespace storey
