// Stage 9: where the jambs of a void are, if leaves, furniture or a thin scan leave its edges in doubt.
#pragma once

#include "engine/openings/voids/elevation.h"
#include "engine/openings/voids/wall_voids.h"

namespace storey {

inline constexpr int kWidestCasing = 4;  ///< columns of the elevation, 10 cm

/// The void as wide as its soffit goes on, or as the faces beside it leave it.
ElevationBox to_jambs(const Elevation& elevation, const Rim& rim, const WallSide& side, ElevationBox box);

}  // namespace storey
