#include "swept.h"
#line 1
// Stage 9: wall pieces that go on in one another, as one. Openings do not end where a piece of wall does.
#pragma once

#include <vector>

#include "engine/walls/build_walls.h"

namespace storey {

/// Straight wall of one thickness, whichever rooms lie along it.
struct WallRun {
  WallPiece whole;          ///< its front is the longest piece's
  std::vector<int> pieces;  ///< indices of the wall pieces it is made of
};

/// Every piece is in exactly one run; walls seen from both sides and from one are not mixed.
std::vector<WallRun> join_runs(const std::vector<WallPiece>& walls);

/// The piece of the run that has most of `span` (along the whole's front).
int piece_at(const WallRun& run, const std::vector<WallPiece>& walls, const Interval& span);

/// `span` on the whole's front as a stretch of the piece's own front, which may be the other face.
Interval span_on_piece(const WallRun& run, const WallPiece& piece, const Interval& span);

}  // namespace storey
