#include "swept.h"
#line 1
// Stage 5: faces that lie on one line share it.
#pragma once

#include <vector>

#include "engine/faces/find_faces.h"
#include "storey/options.h"

namespace storey {

/// Gives faces that continue each other one common line, where the scan does not contradict it: both look the
/// same way and no end lies further than `tolerance` (m) from the common fit.
/// Of orthogonal geometry, what was squared up keeps its direction.
void share_lines(std::vector<WallFace>& faces, double tolerance, Geometry geometry = Geometry::kTrue);

/// Turns faces that are within 10° of the building's two main directions into them, about their middles.
/// Oblique faces stay.
void square_up(std::vector<WallFace>& faces);

/// Squares faces up if the geometry is to be orthogonal, lets them share lines, and then measures in `moved`
/// and `deviation` how far their lines are off what shows them.
void regularise(std::vector<WallFace>& faces, Geometry geometry, double tolerance);

}  // namespace storey
