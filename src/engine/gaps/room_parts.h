// Stage 6: parts of rooms that were seen apart, and those that were not seen.
#pragma once

#include "engine/gaps/wall_ends.h"
#include "geometry/grid.h"

namespace storey {

inline constexpr double kSmallestRoom = 0.8;  ///< m²: a broom cupboard

/// Parts of a room that were seen apart get one label: between them something hid a place about which walls
/// stand, but none that could part them shows; or the `ceiling` goes on over a narrow place. Walls part rooms
/// where they, or their lines up to a corner, do so.
void join_parts(const WallsOnPlan& walls, const Mask& ceiling, Grid<std::int32_t>& labels);

/// What was not seen, but lies within the walls of one room, belongs to it: behind furniture, past the scan's
/// reach. The walls are taken to go on to their corners, and past them: so the insides of walls stay apart.
void fill_unseen(const WallsOnPlan& walls, Grid<std::int32_t>& labels);

}  // namespace storey
