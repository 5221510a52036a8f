#include "swept.h"
#line 1
// Makes thinly scanned surfaces as dense as stages that ask what is hit expect them to be.
#pragma once

#include "cloud/surfel_store.h"

namespace storey {

/// Whether points lie so far apart that `upsample` would look at all.
bool is_thin(const SurfelView& surfels);

/// Fills voxels half way between neighbours on one plane (after Alexa et al., *Computing and rendering point
/// set surfaces*, 2003) by surfels that count no points. Surfaces do not grow beyond their last hits. A cloud
/// whose points lie up to 31 mm apart stays as it is: what asks how much of a surface is hit holds for it. In
/// others, neighbours may be as far apart as the scan is thin about them.
/// \param thin   is given up; what is measured is in memory meanwhile
/// \param sets   of the surfels' stations
/// \param noise  m by which the scan's points scatter about a surface
/// \return with all that was measured, in the same space. Error: kUnwritable, of the scratch file.
Result<SurfelStore> upsample(SurfelStore thin, StationSets& sets, double noise, int threads);

}  // namespace storey
