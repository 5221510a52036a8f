#include "engine/walls/wall_odds.h"

#include <algorithm>
#include <optional>

#include "engine/learned/wall_weights.h"

namespace storey {
namespace {

constexpr double kNobodyKnows = 0.5;  // share: of what shows nothing that can be weighed, as glass

/// How likely what an edge lies on is a wall's: in the mean over the length of its faces.
std::optional<double> chance_of_faces(const RoomEdge& edge, const std::vector<WallFace>& faces) {
  double length = 0, sum = 0;
  for (const int f : edge.faces) {
    const WallFace& face = faces[static_cast<std::size_t>(f)];
    if (!face.likely) continue;
    length += face.length();
    sum += face.length() * *face.likely;
  }
  if (length <= 0) return {};
  return sum / length;
}

/// `back`: nullptr if nothing shows of its other side.
WallCues cues_of(const RoomEdge& front, const RoomEdge* back, const std::vector<WallFace>& faces) {
  std::optional<double> likelier = chance_of_faces(front, faces);
  if (back != nullptr) likelier = std::max(likelier, chance_of_faces(*back, faces));
  return {likelier.value_or(kNobodyKnows), shown_of(front, back)};
}

}  // namespace

const std::array<std::string_view, std::tuple_size_v<WallCues>> kWallCueNames = {"likelier_face", "shown"};

WallCues cues_of(const WallPiece& wall, const std::vector<RoomShape>& rooms,
                 const std::vector<WallFace>& faces) {
  return cues_of(edge_of(rooms, wall.front_edge), back_of(wall, rooms), faces);
}

WallCues cues_of(const OpenWall& wall, const std::vector<WallFace>& faces) {
  return cues_of(wall.front, wall.back ? &*wall.back : nullptr, faces);
}

double chance_of(const WallCues& cues) { return chance(kWallWeights, cues); }

double chance_of(const RoomEdge& edge, const std::vector<WallFace>& faces) {
  return chance_of(cues_of(edge, nullptr, faces));
}

}  // namespace storey
