// Stage 5: faces that lie on one line share it.
#pragma once

#include <vector>

#include "engine/stages/find_faces.h"

namespace storey {

/// Gives faces that continue each other one common line, where the scan does not contradict it: both look the
/// same way and no end lies further than `tolerance` (m) from the common fit.
void share_lines(std::vector<WallFace>& faces, double tolerance);

/// Turns faces that are within 10° of the building's two main directions into them, about their middles, and
/// notes in `deviation` how far that moved their ends. Oblique faces stay.
void square_up(std::vector<WallFace>& faces);

}  // namespace storey
