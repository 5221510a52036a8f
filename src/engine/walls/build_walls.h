// Stage 8: walls, as what stands between the faces of rooms.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/rooms/trace_rooms.h"

namespace storey {

/// Names one edge of one room: its outline (ring −1) or one of its holes.
struct EdgeRef {
  int room = 0, ring = -1, edge = 0;
  friend bool operator==(const EdgeRef&, const EdgeRef&) = default;
};

/// m by which the outline of a wall goes on past the corner of its room, to close it: on the wall's front,
/// and on its back, up to the back of the wall that it meets.
struct Closing {
  double front = 0, back = 0;
};

/// A stretch of wall of one thickness. `front` is the face of the room that it was found from.
struct WallPiece {
  Line2 front;                        ///< room on the left, solid on the right
  Interval extent;                    ///< along `front`, between the rooms' corners
  double back_from = 0, back_to = 0;  ///< depth of the other face behind both ends, m
  EdgeRef front_edge;
  std::optional<EdgeRef> back_edge;  ///< none: no room is behind it
  std::optional<RoomEdge> outer;     ///< its other face, where no room is behind it but the scan shows it
  Closing close_from, close_to;      ///< at both ends

  double thickness() const { return (back_from + back_to) / 2; }
  double back_at(double s) const;  ///< depth of the other face at `s` along `front`, m
  bool glass = false;              ///< a sheet that is hardly hit

  /// Between rooms.
  bool two_sided() const { return back_edge.has_value(); }
  /// Else the depth is assumed.
  bool back_seen() const { return two_sided() || outer.has_value(); }
};

const RoomEdge& edge_of(const std::vector<RoomShape>& rooms, const EdgeRef& ref);

/// The wall's other face; nullptr if nothing shows of it.
const RoomEdge* back_of(const WallPiece& wall, const std::vector<RoomShape>& rooms);

/// Share of a wall's faces that was seen. `back` may be nullptr.
double shown_of(const RoomEdge& front, const RoomEdge* back);

/// On a wall's other face.
inline Vec2 back_at(const WallPiece& wall, double s) {
  return wall.front.at(s) - wall.back_at(s) * wall.front.normal();
}

/// On its centreline.
inline Vec2 centre_at(const WallPiece& wall, double s) { return (wall.front.at(s) + back_at(wall, s)) / 2; }

/// Counter-clockwise, with what closes the corners; openings are not cut out.
std::vector<Vec2> outline_of(const WallPiece& wall);

inline constexpr double kAssumedOuterThickness = 0.30;  ///< m: masonry of one brick, plastered

/// Pairs the faces of rooms that stand back to back, 0.03 to 0.8 m apart, stretch by stretch, and others with
/// what shows of their outer faces; the rest gets an assumed thickness that never reaches into a room.
std::vector<WallPiece> build_walls(const std::vector<RoomShape>& rooms, const std::vector<WallFace>& faces);

}  // namespace storey
