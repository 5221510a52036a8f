#include "engine/walls/wall_odds.h"

#include <algorithm>
#include <optional>
#include <set>

#include "engine/learned/wall_weights.h"
#include "engine/scan/majority.h"

namespace storey {
namespace {

using Faces = std::set<int>;  // indices

Faces faces_of(const RoomEdge& edge) { return {edge.faces.begin(), edge.faces.end()}; }

/// Those of the whole wall, if it is curved: its chords are too short to tell what they are.
Faces faces_of(const RoomEdge& edge, const std::vector<RoomShape>& rooms) {
  Faces own = faces_of(edge);
  if (edge.arc == 0) return own;
  for (const RoomShape& room : rooms)
    each_ring(room, [&](const EdgeRing& ring) {
      for (const RoomEdge& other : ring)
        if (other.arc == edge.arc) own.insert(other.faces.begin(), other.faces.end());
    });
  return own;
}

/// How likely these are a wall's: in the mean over their length.
std::optional<double> chance_of_faces(const Faces& own, const std::vector<WallFace>& faces) {
  double length = 0, sum = 0;
  for (const int f : own) {
    const WallFace& face = faces[static_cast<std::size_t>(f)];
    if (!face.likely) continue;
    length += face.length();
    sum += face.length() * *face.likely;
  }
  if (length <= 0) return {};
  return sum / length;
}

/// `back`: nullptr if nothing shows of its other side. `own`: gives the faces of an edge.
template <class Own>
WallCues cues_of(const RoomEdge& front, const RoomEdge* back, const std::vector<WallFace>& faces,
                 const Own& own) {
  std::optional<double> likelier = chance_of_faces(own(front), faces);
  if (back != nullptr) likelier = std::max(likelier, chance_of_faces(own(*back), faces));
  return {logit(likelier.value_or(kHalf)), shown_of(front, back)};
}

}  // namespace

const std::array<std::string_view, std::tuple_size_v<WallCues>> kWallCueNames = {"likelier_face_logit",
                                                                                 "shown"};

WallCues cues_of(const WallPiece& wall, const std::vector<RoomShape>& rooms,
                 const std::vector<WallFace>& faces) {
  return cues_of(edge_of(rooms, wall.front_edge), back_of(wall, rooms), faces,
                 [&](const RoomEdge& edge) { return faces_of(edge, rooms); });
}

WallCues cues_of(const OpenWall& wall, const std::vector<WallFace>& faces) {
  return cues_of(wall.front, wall.back ? &*wall.back : nullptr, faces,
                 [](const RoomEdge& edge) { return faces_of(edge); });
}

double chance_of(const WallCues& cues) { return chance(kWallWeights, cues); }

double chance_of(const RoomEdge& edge, const std::vector<WallFace>& faces) {
  return chance_of(cues_of(edge, nullptr, faces, [](const RoomEdge& own) { return faces_of(own); }));
}

}  // namespace storey
