#include "swept.h"
#line 1
// Stage 9: an opening's edges to the millimetre.
#pragma once

#include "engine/openings/find_openings.h"
#include "engine/openings/voids/wall_voids.h"

namespace storey {

inline double kFloorContact() { static sweep::Swept<double> it("refine_opening.h:kFloorContact", sweep::Scale::kPlain); return it([] { return double(0.20); }); } 
inline double kFloorSigma() { static sweep::Swept<double> it("refine_opening.h:kFloorSigma", sweep::Scale::kPlain); return it([] { return double(0.003); }); } 
inline double kLining() { static sweep::Swept<double> it("refine_opening.h:kLining", sweep::Scale::kPlain); return it([] { return double(0.012); }); } 

/// Jambs, sill and head to the millimetre, on the surfels inside of the wall; the raster's edges otherwise.
void refine_opening(const Elevation& elevation, const ElevationBox& box, double noise, FoundOpening& opening);

}  // namespace storey
