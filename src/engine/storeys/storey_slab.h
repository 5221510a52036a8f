// What of a building one storey is looked for in.
#pragma once

#include <vector>

#include "cloud/surfel_store.h"
#include "engine/scan/level.h"
#include "engine/storeys/find_storeys.h"

namespace storey {

/// m below the floor and above the ceilings: a slab, which treads pass, and the cubes of their patches.
inline constexpr double kSlab = 0.7;

/// From below the floor, where steps and noise lie, to above the slab of the ceiling, which treads pass.
HeightRange slab_of(const StoreyLevel& level);

/// The building's patches anew, as some of the storey's surfels were taken out: those of cubes that lie in
/// the slab come from `surfels`, whose surfaces scatter by `noise` (m).
std::vector<FlatPatch> patches_without(const std::vector<FlatPatch>& patches, const HeightRange& slab,
                                       const std::vector<Surfel>& surfels, double noise, int threads);

}  // namespace storey
