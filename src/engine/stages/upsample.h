// Makes thinly scanned surfaces as dense as stages that ask what is hit expect them to be.
#pragma once

#include <vector>

#include "cloud/voxel_map.h"

namespace storey {

/// How far apart the points on surfaces lie, m: the median over the surfels. At least a voxel's size.
double spacing_of(const std::vector<Surfel>& surfels);

/// Fills voxels half way between neighbours on one plane (after Alexa et al., *Computing and rendering point
/// set surfaces*, 2003) by surfels that count no points. Surfaces do not grow beyond their last hits. A cloud
/// whose points lie up to 31 mm apart stays as it is: what asks how much of a surface is hit holds for it.
/// \return whether any voxel was filled.
bool upsample(std::vector<Surfel>& surfels, int threads);

}  // namespace storey
