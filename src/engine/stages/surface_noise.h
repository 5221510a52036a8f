// How far the hits of one surface scatter about it: what drift and bad registration move is no noise.
#pragma once

#include <vector>

#include "cloud/voxel_map.h"

namespace storey {

/// Noise of the scan across upright surfaces, m: of pieces of surface, that scatter which most have in
/// common. Where a piece shows two sheets, as a wall that was seen twice does, it is the scatter about each.
double surface_noise(const std::vector<Surfel>& surfels);

}  // namespace storey
