// Stage 4: a part of a face.
#pragma once

#include "engine/stages/find_faces.h"

namespace storey {

/// The part of a face within a stretch of its line. What was measured of the whole is kept for the part.
WallFace part_of(const WallFace& face, const Interval& stretch);

}  // namespace storey
