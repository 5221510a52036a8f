// How far apart a scan's points lie, in all and from place to place.
#pragma once

#include <array>

#include "engine/scan/surfel_tiles.h"

namespace storey {

/// How far apart the points on surfaces lie, m: the median over the surfels. At least a voxel's size.
double spacing_of(const SurfelView& surfels);

/// For each of two lengths (m), those of the surfels about which points lie at least as far apart, in the
/// same tiles: in the median over all surfaces within half a metre or so.
std::array<SurfelTiles, 2> thin_parts(const SurfelTiles& all, const std::array<double, 2>& apart,
                                      int threads);

}  // namespace storey
