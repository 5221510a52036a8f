// Stage 7: round columns, by the chords that their faces are.
#pragma once

#include <vector>

#include "engine/faces/find_faces.h"
#include "engine/rooms/trace_rooms.h"

namespace storey {

inline constexpr double kMinSeen = 0.35;  ///< share of a column's outline that faces have to show

struct RoundColumn {
  Vec2 centre = Vec2::Zero();
  EdgeRing ring;  ///< clockwise, as a room's hole
};

/// The circles on which short structural faces lie and look out of.
std::vector<RoundColumn> find_round_columns(const std::vector<WallFace>& faces);

}  // namespace storey
