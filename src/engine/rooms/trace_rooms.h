// Stage 7: rooms as polygons whose edges lie on measured faces.
#pragma once

#include <vector>

#include "engine/rooms/find_rooms.h"

namespace storey {

/// One straight side of a room, with the room to its left.
struct RoomEdge {
  Line2 line;
  Vec2 from = Vec2::Zero(), to = Vec2::Zero();
  std::vector<int> faces;  ///< the faces it lies on; none where it was inferred
  double coverage = 0;     ///< share of its length that these faces cover
  bool glass = false;      ///< most of what covers it is glass
  Reason reason{};         ///< why it lies where it does, if that is not where its faces do
  int arc = 0;  ///< number of the curved wall whose chord it is, from 1 in each storey; 0: straight

  double length() const { return (to - from).norm(); }
  Vec2 middle() const { return (from + to) / 2; }
  /// Its own line, from its beginning on.
  Line2 straight() const { return {from, (to - from) / length()}; }
  /// From where to where it runs along another line.
  Interval along(const Line2& other) const { return {other.along(from), other.along(to)}; }
};

using EdgeRing = std::vector<RoomEdge>;

struct RoomShape {
  EdgeRing outline;             ///< counter-clockwise
  std::vector<EdgeRing> holes;  ///< clockwise: free columns, cores with nothing known inside
  int label = 0;                ///< in RoomRaster::labels
};

std::vector<Vec2> corners(const EdgeRing& ring);

/// Calls `visit` with each ring of a room.
template <class Room, class Visit>
void each_ring(Room& room, const Visit& visit) {
  visit(room.outline);
  for (auto& hole : room.holes) visit(hole);
}

/// How long some edges are, and how much of that faces cover, m.
struct ShownLength {
  double length = 0, covered = 0;

  void add(double edge, double shown) {
    length += edge;
    covered += shown;
  }
  void add(const EdgeRing& ring) {
    for (const RoomEdge& edge : ring) add(edge.length(), edge.length() * edge.coverage);
  }
  double share() const { return length > 0 ? covered / length : 0; }
};

/// Share of the edge's length that its faces cover.
double coverage_of(const RoomEdge& edge, const std::vector<WallFace>& faces);

/// Is more than half of the edge's length glass?
bool is_glass(const RoomEdge& edge, const std::vector<WallFace>& faces);

/// The rooms that the raster's labels and the faces make up together: the plan is cut into cells along the
/// lines of the faces, the cells are labelled, and the outlines of like cells are straightened. Labels
/// between which nothing stands are one room's, and become one in `rooms`; those about which hardly any wall
/// shows are none, and go.
std::vector<RoomShape> trace_rooms(RoomRaster& rooms, const std::vector<WallFace>& faces, int threads = 1);

}  // namespace storey
