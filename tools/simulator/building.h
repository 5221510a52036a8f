// A scene made solid: the triangles that beams meet and the plan they come from.
#pragma once

#include <vector>

#include "mesh.h"
#include "storey/result.h"
#include "truth.h"

namespace storey::simulator {

struct Building {
  Mesh mesh;
  Truth truth;  ///< in the scene's frame; all shares of what was seen are 0
};

/// Builds closed solids for everything in the scene. Fails where the description contradicts itself
/// (see wall_runs), and if a room or its ceiling names a place that lies in no room.
Result<Building> build(const Scene& scene);

}  // namespace storey::simulator
