#include "swept.h"
#line 1
// Stage 8: walls that enclose no room, where a scan shows none whole.
#pragma once

#include <optional>
#include <vector>

#include "engine/rooms/trace_rooms.h"

namespace storey {

/// A stretch of wall whose ends are open: what it meets there was not seen.
struct OpenWall {
  RoomEdge front;                ///< as an edge is seen from its room, solid on its right
  std::optional<RoomEdge> back;  ///< its other face, if that shows
  double thickness = 0;          ///< m; assumed where the other face does not show
};

/// Counter-clockwise.
std::vector<Vec2> outline_of(const OpenWall& wall);

/// The stretches over which walls stand, for a storey in which nothing is enclosed: faces back to back are
/// one wall, others have an assumed thickness that never reaches past the next face behind them.
std::vector<OpenWall> find_open_walls(const std::vector<WallFace>& faces);

}  // namespace storey
