// Makes thinly scanned surfaces as dense as stages that ask what is hit expect them to be.
#pragma once

#include <vector>

#include "cloud/voxel_map.h"

namespace storey {

/// How far apart the points on surfaces lie (m): of half of the surfels at most so far.
double spacing_of(const std::vector<Surfel>& surfels);

/// Appends what lies half way between neighbours on one plane, up to one more in each voxel (interpolation of
/// surfaces by local planes, after Alexa et al., *Computing and rendering point set surfaces*, 2003). Nothing
/// is put beyond the last hit of a surface, nor where surfaces meet. What is appended counts no points.
/// Clouds that are hit in nearly every voxel stay as they are. \return whether anything was appended.
bool upsample(std::vector<Surfel>& surfels, int threads);

}  // namespace storey
