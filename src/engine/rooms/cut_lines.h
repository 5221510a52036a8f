// Stage 7: the lines along which the plan is cut.
#pragma once

#include <vector>

#include "engine/rooms/label_cells.h"

namespace storey {

/// Cuts, those with the longest faces first, and the faces of the first of them; the others have none.
struct CutLines {
  std::vector<Cut> cuts;
  std::vector<CutFaces> faces;
};

/// The lines of all structural faces, and those of the raster's outlines where no face is near.
CutLines cut_lines(const RoomRaster& rooms, const std::vector<WallFace>& faces);

}  // namespace storey
