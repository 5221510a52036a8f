// Stage 5: faces that lie on one line share it.
#pragma once

#include <vector>

#include "engine/stages/find_faces.h"

namespace storey {

/// Gives faces that continue each other one common line, where the scan does not contradict it: both look the
/// same way and no end lies further than `tolerance` (m) from the common fit.
void share_lines(std::vector<WallFace>& faces, double tolerance);

}  // namespace storey
