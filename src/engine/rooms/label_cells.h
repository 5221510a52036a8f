// Stage 7: which cells of the plan belong to which room.
#pragma once

#include <vector>

#include "engine/rooms/find_rooms.h"
#include "engine/rooms/plan_cells.h"

namespace storey {

/// The faces on one cut: `forward` have their free side to the cut's left.
struct CutFaces {
  std::vector<int> forward, backward;
};

/// m² that a face costs for each m of it that has no room before it, or one behind it.
inline constexpr double kFaceDepth = 0.15;

/// What the stretch `span` of a room's outline costs where none of the faces `members` shows it, m².
double unseen_cost(const std::vector<int>& members, const std::vector<WallFace>& faces, const Line2& line,
                   const Interval& span);

/// A label of `rooms` for each cell, 0 for what is no room: the labelling that agrees best with what was seen
/// in each cell and before and behind each face, and whose borders run along faces (alpha expansion over
/// minimum cuts; Boykov, Veksler and Zabih 2001). `cut_faces` goes with the first cuts of `cells`; further
/// cuts have no face.
std::vector<int> label_cells(const PlanCells& cells, const std::vector<CutFaces>& cut_faces,
                             const std::vector<WallFace>& faces, const RoomRaster& rooms, int threads);

}  // namespace storey
