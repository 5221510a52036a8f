#include "engine/walls/find_columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "engine/walls/round_columns.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

constexpr double kNear = 0.12;        // m from a hole's outline to a face of its column
constexpr double kMinSide = 0.10;     // m: what is thinner is a pipe
constexpr double kUpright = 0.5;      // share of its length over which the side of a pillar shows
constexpr double kLongestSide = 2.0;  // m: longer ones are walls
constexpr double kAligned = 0.97;     // cosine of 14°: of sides 0.1 m long the direction is as uncertain

double distance_to_ring(const std::vector<Vec2>& ring, const Vec2& p) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < ring.size(); ++i)
    least = std::min(least, distance_to_segment(p, ring[i], ring[(i + 1) % ring.size()]));
  return least;
}

/// Share of the outline that faces show.
double coverage(const EdgeRing& ring) {
  double length = 0, covered = 0;
  for (const RoomEdge& edge : ring) {
    length += edge.length();
    covered += edge.length() * edge.coverage;
  }
  return covered / length;
}

/// The upright faces that look out of a hole.
std::vector<int> faces_of(const std::vector<Vec2>& hole, const std::vector<WallFace>& faces) {
  std::vector<int> members;
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const WallFace& face = faces[f];
    if (!face.structural || face.body < kUpright || face.length() > kLongestSide) continue;
    const Vec2 middle = face.middle();
    if (distance_to_ring(hole, middle) < kNear || contains(hole, middle))
      members.push_back(static_cast<int>(f));
  }
  return members;
}

/// The rectangle that the faces of a pillar span, in the direction of the longest of them.
std::optional<EdgeRing> square_column(const std::vector<WallFace>& faces, const std::vector<int>& members) {
  if (members.size() < 2) return std::nullopt;
  const int longest = *std::max_element(members.begin(), members.end(), [&](int a, int b) {
    return faces[static_cast<std::size_t>(a)].length() < faces[static_cast<std::size_t>(b)].length();
  });
  const Line2& axis = faces[static_cast<std::size_t>(longest)].line;
  // Each face pushes the side it looks at; the ends of the others say where unseen sides are.
  Interval along{1e9, -1e9}, across{1e9, -1e9};
  for (const int m : members) {
    const WallFace& face = faces[static_cast<std::size_t>(m)];
    for (const Vec2& p : {face.start(), face.end()}) {
      along = {std::min(along.from, axis.along(p)), std::max(along.to, axis.along(p))};
      across = {std::min(across.from, axis.offset(p)), std::max(across.to, axis.offset(p))};
    }
  }
  std::array<double, 4> side = {across.from, along.to, across.to, along.from};
  std::array<std::vector<int>, 4> shown_by;
  double shown = 0;
  for (const int m : members) {
    const WallFace& face = faces[static_cast<std::size_t>(m)];
    const Vec2 middle = face.middle();
    const double turn = axis.direction.dot(face.line.direction),
                 across_turn = cross(axis.direction, face.line.direction);
    std::size_t k = 0;
    if (turn > kAligned)
      k = 2;
    else if (turn < -kAligned)
      k = 0;
    else if (across_turn < -kAligned)
      k = 1;
    else if (across_turn > kAligned)
      k = 3;
    else
      continue;
    side[k] = k % 2 == 0 ? axis.offset(middle) : axis.along(middle);
    shown_by[k].push_back(m);
    shown += face.length();
  }
  const double width = side[1] - side[3], depth = side[2] - side[0];
  if (width < kMinSide || depth < kMinSide || width * depth > kMaxColumnArea) return std::nullopt;
  if (shown < kMinSeen * 2 * (width + depth)) return std::nullopt;
  const auto corner = [&](double s, double d) { return Vec2(axis.at(s) + d * axis.normal()); };
  const std::array<Vec2, 4> corners = {corner(side[1], side[0]), corner(side[3], side[0]),
                                       corner(side[3], side[2]), corner(side[1], side[2])};
  const std::array<std::size_t, 4> owner = {0, 3, 2, 1};
  EdgeRing ring;
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec2 &from = corners[i], &to = corners[(i + 1) % 4];
    const auto& by = shown_by[owner[i]];
    ring.push_back({{from, (to - from).normalized()}, from, to, by, by.empty() ? 0.0 : 1.0});
  }
  return ring;
}

/// 2 A / P, half the width of a long island.
double half_width(const EdgeRing& ring) {
  double length = 0;
  for (const RoomEdge& edge : ring) length += edge.length();
  return 2 * std::abs(signed_area(corners(ring))) / length;
}

/// What is drawn in place of a hole; nothing where it is closed, or a round column stands.
std::optional<EdgeRing> shaped(const EdgeRing& hole, const std::vector<WallFace>& faces,
                               const std::vector<RoundColumn>& round) {
  const std::vector<Vec2> outline = corners(hole);
  if (std::abs(signed_area(outline)) > kMaxColumnArea) return hole;
  if (std::any_of(round.begin(), round.end(),
                  [&](const RoundColumn& column) { return contains(outline, column.centre); }))
    return std::nullopt;
  if (auto column = square_column(faces, faces_of(outline, faces))) return column;
  if (coverage(hole) >= kMinSeen && half_width(hole) >= kMinSide / 2) return hole;
  return std::nullopt;
}

/// Does the column stand in the room itself, not in one of the rooms that stand in it?
bool stands_in(const RoomShape& room, const RoundColumn& column) {
  return contains(corners(room.outline), column.centre) &&
         std::none_of(room.holes.begin(), room.holes.end(), [&](const EdgeRing& hole) {
           const std::vector<Vec2> outline = corners(hole);
           return std::abs(signed_area(outline)) > kMaxColumnArea && contains(outline, column.centre);
         });
}

}  // namespace

void shape_columns(const std::vector<WallFace>& faces, std::vector<RoomShape>& rooms) {
  const std::vector<RoundColumn> round = find_round_columns(faces);
  for (RoomShape& room : rooms) {
    std::vector<EdgeRing> kept;
    for (const RoundColumn& column : round)
      if (stands_in(room, column)) kept.push_back(column.ring);
    for (const EdgeRing& hole : room.holes)
      if (auto column = shaped(hole, faces, round)) kept.push_back(std::move(*column));
    room.holes = std::move(kept);
  }
}

}  // namespace storey
