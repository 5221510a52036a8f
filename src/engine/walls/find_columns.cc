#include "engine/walls/find_columns.h"

#include <algorithm>
#include <cmath>

#include "engine/faces/face_odds.h"
#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

/// Do faces look out of a hole, of which none shows from floor to ceiling? An island and the hood over it
/// leave a gap.
bool has_gap(const std::vector<Vec2>& hole, const std::vector<WallFace>& faces) {
  bool shown = false;
  for (const WallFace& face : faces) {
    if (!face.structural || face.body < kHalf) continue;
    const Vec2 middle = face.middle();
    if (distance_to_ring(middle, hole) >= kAtCorner && !contains(hole, middle)) continue;
    if (!face.cues || least_shown(*face.cues) >= kStrays) return false;
    shown = true;
  }
  return shown;
}

/// Does a hole stay? Not if it is closed, or a column stands there that was found before.
bool stays(const EdgeRing& hole, const std::vector<WallFace>& faces,
           const std::vector<StandingColumn>& standing) {
  const std::vector<Vec2> outline = corners(hole);
  const double area = std::abs(signed_area(outline));
  if (area > kLargestThing) return true;
  if (std::ranges::any_of(standing, [&](const auto& column) { return contains(outline, column.centre); }) ||
      has_gap(outline, faces))
    return false;
  ShownLength shown;
  shown.add(hole);
  // 2 A / P is half the width of a long island.
  return shown.share() >= kNearlyHalf && 2 * area >= shown.length * kThinnestColumn / 2;
}

/// Clockwise.
EdgeRing ring_of(const StandingColumn& column) {
  EdgeRing ring;
  for (std::size_t i = column.outline.size(); i > 0; --i) {
    const Vec2 &from = column.outline[i % column.outline.size()], &to = column.outline[i - 1];
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

std::vector<EdgeRing> shape_columns(const std::vector<WallFace>& faces,
                                    const std::vector<StandingColumn>& standing,
                                    std::vector<RoomShape>& rooms) {
  std::vector<EdgeRing> rings, attached;
  for (const StandingColumn& column : standing) rings.push_back(ring_of(column));
  std::vector<bool> partly(rings.size(), false), free(rings.size(), false);
  const auto touches_free = [&](std::size_t i) {  // holes of a room have to be apart
    for (std::size_t k = 0; k < i; ++k)
      if (free[k] &&
          (standing[k].centre - standing[i].centre).norm() < standing[k].radius + standing[i].radius)
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
      if (stays(hole, faces, standing)) kept.push_back(hole);
    room.holes = std::move(kept);
  }
  for (std::size_t i = 0; i < rings.size(); ++i)
    if (partly[i] && !free[i]) attached.push_back(rings[i]);
  return attached;
}

}  // namespace storey
