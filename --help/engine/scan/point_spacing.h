#include "swept.h"
#line 1
// How far apart a scan's points lie, in all and from place to place.
#pragma once

#include <vector>

#include "cloud/voxel_map.h"

namespace storey {

/// How far apart the points on surfaces lie, m: the median over the surfels. At least a voxel's size.
double spacing_of(const SurfelView& surfels);

/// The same about each surfel, m: the median over all surfaces within half a metre or so.
std::vector<float> spacings_about(const std::vector<Surfel>& surfels, int threads);

}  // namespace storey
