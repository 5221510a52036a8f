// Stage 8: wall pieces that go on in one another, as one. Openings do not end where a piece of wall does.
#pragma once

#include <vector>

#include "engine/walls/build_walls.h"

namespace storey {

/// A wall piece as a part of a run.
struct RunPart {
  int piece = 0;    ///< index of the wall piece
  WallPiece wall;   ///< the piece, found from the run's front
  double from = 0;  ///< m along the run, where it begins
  double to() const { return from + wall.extent.length(); }
  /// A place on the piece's front as m along the run, and back.
  double along_run(double s) const { return from + s - wall.extent.from; }
  double along_piece(double s) const { return wall.extent.from + s - from; }
};

/// Wall of one thickness, whichever rooms lie along it. It may bend a little from piece to piece, as old
/// walls do; places on it are counted along its front, over all pieces.
struct WallRun {
  std::vector<RunPart> parts;  ///< along the run, at least one

  double from() const { return parts.front().from; }
  double to() const { return parts.back().to(); }
  double length() const { return to() - from(); }
  double middle() const { return (from() + to()) / 2; }
  bool two_sided() const { return parts.front().wall.two_sided(); }
  bool back_seen() const { return parts.front().wall.back_seen(); }
  bool glass() const { return parts.front().wall.glass; }
  /// m, the mean over both ends.
  double thickness() const { return (parts.front().wall.back_from + parts.back().wall.back_to) / 2; }

  /// The part that has most of `span` (m along the run).
  const RunPart& part_at(const Interval& span) const;
  /// The place `s` m along the run, `depth` m behind its front.
  Vec2 at(double s, double depth = 0) const;
};

/// Every piece is in exactly one run; walls seen from both sides and from one are not mixed.
std::vector<WallRun> join_runs(const std::vector<WallPiece>& walls);

/// `span` of the run as a stretch of the part's piece, along the front that the piece itself was found from.
Interval span_on_piece(const RunPart& part, const WallPiece& piece, const Interval& span);

}  // namespace storey
