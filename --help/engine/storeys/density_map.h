#include "swept.h"
#line 1
// How densely the points of a storey lie, seen from above.
#pragma once

#include "engine/scan/gather.h"
#include "engine/storeys/storey_raster.h"
#include "storey/report.h"

namespace storey {

/// The points of a storey, to be numbered by the caller, in the plan's frame, by the logarithm of their
/// number: 255 where there are as many as in the densest hundredth of the cells. Cells of 5 cm, or as much
/// larger as keeps a side below 4096.
DensityMap density_map(const LevelCloud& cloud, const StoreyRaster& raster);

}  // namespace storey
