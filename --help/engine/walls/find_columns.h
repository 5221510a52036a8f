#include "swept.h"
#line 1
// Stage 7: free columns, the solid islands in rooms.
#pragma once

#include <vector>

#include "engine/faces/find_faces.h"
#include "engine/rooms/trace_rooms.h"

namespace storey {

inline double kMaxColumnArea() { static sweep::Swept<double> it("find_columns.h:kMaxColumnArea", sweep::Scale::kPlain); return it([] { return double(1.5); }); } 

/// Gives every small hole of a room the outline of the column that stands in it: a rectangle on its faces, or
/// a circle. Holes in which no face goes up to the ceiling were hidden from the scanner and are closed.
void shape_columns(const std::vector<WallFace>& faces, std::vector<RoomShape>& rooms);

}  // namespace storey
