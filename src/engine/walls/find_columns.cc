#include "engine/walls/find_columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "engine/faces/face_odds.h"
#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

constexpr double kMinSide = 0.10;   // m: what is thinner is a pipe
constexpr int kCircleCorners = 24;  // corners of the polygon for a circle: 1 % off its area

double distance_to_ring(const std::vector<Vec2>& ring, const Vec2& p) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < ring.size(); ++i)
    least = std::min(least, distance_to_segment(p, ring[i], ring[(i + 1) % ring.size()]));
  return least;
}

/// The upright faces that look out of a hole.
std::vector<int> faces_of(const std::vector<Vec2>& hole, const std::vector<WallFace>& faces) {
  std::vector<int> members;
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const WallFace& face = faces[f];
    if (!face.structural || face.body < kHalf) continue;
    const Vec2 middle = face.middle();
    if (distance_to_ring(hole, middle) < kAtCorner || contains(hole, middle))
      members.push_back(static_cast<int>(f));
  }
  return members;
}

/// Does none of them show from floor to ceiling? An island and the hood over it leave a gap.
bool none_stands(const std::vector<WallFace>& faces, const std::vector<int>& members) {
  return std::ranges::all_of(members, [&](int m) {
    const std::optional<FaceCues>& cues = faces[static_cast<std::size_t>(m)].cues;
    return cues && least_shown(*cues) < kStrays;
  });
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
    if (turn > kTurned)
      k = 2;
    else if (turn < -kTurned)
      k = 0;
    else if (across_turn < -kTurned)
      k = 1;
    else if (across_turn > kTurned)
      k = 3;
    else
      continue;
    side[k] = k % 2 == 0 ? axis.offset(middle) : axis.along(middle);
    shown_by[k].push_back(m);
    shown += face.length();
  }
  const double width = side[1] - side[3], depth = side[2] - side[0];
  if (width < kMinSide || depth < kMinSide || width * depth > kLargestThing) return std::nullopt;
  if (shown < kNearlyHalf * 2 * (width + depth)) return std::nullopt;
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

/// What is drawn in place of a hole; nothing where it is closed, or a round column stands.
std::optional<EdgeRing> shaped(const EdgeRing& hole, const std::vector<WallFace>& faces,
                               const std::vector<RoundColumn>& round) {
  const std::vector<Vec2> outline = corners(hole);
  if (std::abs(signed_area(outline)) > kLargestThing) return hole;
  if (std::any_of(round.begin(), round.end(),
                  [&](const RoundColumn& column) { return contains(outline, column.centre); }))
    return std::nullopt;
  const std::vector<int> members = faces_of(outline, faces);
  if (!members.empty() && none_stands(faces, members)) return std::nullopt;
  if (auto column = square_column(faces, members)) return column;
  ShownLength shown;
  shown.add(hole);
  // 2 A / P is half the width of a long island.
  if (shown.share() >= kNearlyHalf && 2 * std::abs(signed_area(outline)) >= shown.length * kMinSide / 2)
    return hole;
  return std::nullopt;
}

/// Clockwise.
EdgeRing ring_of(const RoundColumn& column) {
  EdgeRing ring;
  const auto at = [&](int i) {
    const double angle = -2 * M_PI * i / kCircleCorners;
    return Vec2(column.centre + column.radius * Vec2(std::cos(angle), std::sin(angle)));
  };
  for (int i = 0; i < kCircleCorners; ++i) {
    const Vec2 from = at(i), to = at(i + 1);
    ring.push_back({{from, (to - from).normalized()}, from, to, {}, 1.0});
  }
  return ring;
}

/// How many corners of a ring lie in the room itself, not in one of the rooms that stand in it.
std::ptrdiff_t corners_in(const RoomShape& room, const EdgeRing& ring) {
  const std::vector<Vec2> outline = corners(room.outline);
  std::vector<std::vector<Vec2>> within;
  for (const EdgeRing& hole : room.holes)
    if (std::vector<Vec2> other = corners(hole); std::abs(signed_area(other)) > kLargestThing)
      within.push_back(std::move(other));
  return std::ranges::count_if(ring, [&](const RoomEdge& edge) {
    return contains(outline, edge.from) &&
           std::ranges::none_of(within, [&](const auto& hole) { return contains(hole, edge.from); });
  });
}

}  // namespace

std::vector<EdgeRing> shape_columns(const std::vector<WallFace>& faces, const std::vector<RoundColumn>& round,
                                    std::vector<RoomShape>& rooms) {
  std::vector<EdgeRing> rings, attached;
  for (const RoundColumn& column : round) rings.push_back(ring_of(column));
  std::vector<bool> partly(rings.size(), false), free(rings.size(), false);
  const auto touches_free = [&](std::size_t i) {  // holes of a room have to be apart
    for (std::size_t k = 0; k < i; ++k)
      if (free[k] && (round[k].centre - round[i].centre).norm() < round[k].radius + round[i].radius)
        return true;
    return false;
  };
  for (RoomShape& room : rooms) {
    std::vector<EdgeRing> kept;
    for (std::size_t i = 0; i < rings.size(); ++i) {
      const std::ptrdiff_t in = corners_in(room, rings[i]);
      partly[i] = partly[i] || in > 0;
      if (in < std::ssize(rings[i]) || touches_free(i)) continue;
      free[i] = true;
      kept.push_back(rings[i]);
    }
    for (const EdgeRing& hole : room.holes)
      if (auto column = shaped(hole, faces, round)) kept.push_back(std::move(*column));
    room.holes = std::move(kept);
  }
  for (std::size_t i = 0; i < rings.size(); ++i)
    if (partly[i] && !free[i]) attached.push_back(rings[i]);
  return attached;
}

}  // namespace storey
