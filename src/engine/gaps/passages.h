// Stage 6: where rooms are joined by openings in the walls between them.
#pragma once

#include <vector>

#include "engine/faces/find_faces.h"
#include "engine/storeys/storey_raster.h"

namespace storey {

/// The lintels of openings that have no leaf and little wall above them. A lintel rests on walls (`barrier`)
/// at both of its ends; lamps and ducts do not. What is as wide as rooms are is a low ceiling over a part of
/// one. `barrier` lies over all of the raster.
Mask find_lintels(const StoreyRaster& raster, const Mask& barrier, int threads = 1);

/// Closes, in `barrier`, openings between faces of one wall whose lintel was not seen, doors beside a corner
/// like that, and passages that have none. Of a wall that was seen from one side before the passage, and from
/// the other after it, the faces look opposite ways.
void bridge_gaps(const StoreyRaster& raster, const std::vector<WallFace>& faces, Mask& barrier);

}  // namespace storey
