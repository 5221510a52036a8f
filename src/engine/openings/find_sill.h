// Stage 9: the sill of a window when what stands before it hides the wall below.
#pragma once

#include "engine/openings/voids/elevation.h"

namespace storey {

/// An outer wall's void from where its jambs begin. A door shows its jambs, or its threshold, at the floor;
/// where neither shows, but a jamb does from higher up, a desk or a radiator hides the parapet of a window.
ElevationBox up_to_sill(const Elevation& elevation, ElevationBox box);

}  // namespace storey
