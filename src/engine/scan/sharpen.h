// Makes surfaces thin that a noisy scan shows thick.
#pragma once

#include "cloud/surfel_store.h"

namespace storey {

/// Whether hits of a surface scatter so far, by `noise` (m), that those of both faces of a partition mix.
bool is_blurred(double noise);

/// Moves surfels along the normal of what lies about them to where the points are densest (mean shift,
/// Comaniciu and Meer 2002), merges those that then share a voxel, and leaves out what lies where hardly any
/// points do: strays between surfaces.
/// \param blurred  is given up; all of it is in memory meanwhile
/// \param sets     of the surfels' stations
/// \param noise    m by which the scan's points scatter about a surface
/// \return in the same space. Error: kUnwritable, of the scratch file.
Result<SurfelStore> sharpen(SurfelStore blurred, StationSets& sets, double noise, int threads);

}  // namespace storey
