// Stage 8: the faces of walls that no room lies before, where the scan shows them: from outside, or past the
// door of a room that was not scanned.
#pragma once

#include <optional>
#include <vector>

#include "engine/faces/face_grid.h"
#include "engine/rooms/trace_rooms.h"

namespace storey {

inline constexpr double kMinPiece = 0.02;  ///< m of wall: shorter ones are left over where corners are fitted
inline constexpr double kSameThickness =
    0.015;  ///< m: plaster and the fit of short faces; a half brick is 115 mm

/// What of something stands behind a stretch of a line.
struct PartBehind {
  Interval span;     ///< along the stretch's line
  double depth = 0;  ///< m behind it, in the middle of the span
};

/// Which part of the stretch `of` of another line stands behind the stretch `span` of `line`, if it does so
/// by what the thinnest walls are thick at least, and by no more than `deepest` (m).
std::optional<PartBehind> part_behind(const Line2& line, const Interval& span, const Line2& other,
                                      const Interval& of, double deepest);

/// A stretch of the other side of a room's edge.
struct OuterStretch {
  Interval span;  ///< along the edge, from its beginning
  RoomEdge face;  ///< as an edge is seen from its room, solid on its right
};

/// Which faces are the other sides of walls.
class OuterFaces {
 public:
  OuterFaces(const std::vector<RoomShape>& rooms, const std::vector<WallFace>& faces);

  /// What shows behind a stretch of a straight edge that has its room on the left, in order. `edge` runs from
  /// its beginning; faces of one plane are one stretch, over the openings between them as well. What stands
  /// before a wall, as boxed pipes do, may be as thick as walls are, too.
  std::vector<OuterStretch> behind(const Line2& edge, const Interval& span) const;

 private:
  /// What no room lies before of a face.
  struct Free {
    Interval extent;    ///< along the face's line
    double depth = -1;  ///< m behind the nearest edge that it is the other side of; -1: none
  };

  FacesInPlan faces_;
  std::vector<std::vector<Free>> free_;  ///< per face
};

}  // namespace storey
