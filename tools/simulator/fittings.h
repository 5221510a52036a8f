// What fills a hole in a wall: leaf, frame, panes, curtain, blind.
#pragma once

#include "mesh.h"
#include "wall_network.h"

namespace storey::simulator {

/// Adds the solids of an opening in `run`, and a probe over its area in the middle of the wall. `tag` is that
/// of the opening; `floor` the height of the storey's floor.
void add_fittings(Mesh& mesh, const OpeningSpec& opening, const WallRun& run, double floor, const Tag& tag);

}  // namespace storey::simulator
