#include "swept.h"
#line 1
// The voxels of flights, from which their outlines are measured.
#pragma once

#include <vector>

#include "engine/scan/gather.h"
#include "engine/stairs/find_flights.h"
#include "geometry/line.h"

namespace storey {

/// The voxels of a flight, the edges of treads included: where they adjoin a wall or riser, cells hold too
/// much to be level.
struct StairFootprint {
  std::vector<std::vector<Vec2>> treads;  ///< one per tread of the flight, m in plan
  std::vector<Vec2> faces;                ///< of risers, and of walls along the flight
};

/// One per flight.
std::vector<StairFootprint> stair_footprints(const LevelCloud& cloud, const LevelCells& cells,
                                             const std::vector<Tread>& treads,
                                             const std::vector<Flight>& flights);

}  // namespace storey
