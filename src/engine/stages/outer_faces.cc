#include "engine/stages/outer_faces.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/stages/find_columns.h"
#include "engine/stages/judge_faces.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

/// A face behind a stretch of an edge.
struct Behind {
  std::size_t face;
  Interval span;  // along the edge
  double depth;   // m behind the edge, in the middle of the span
};

/// Where the face stands behind the edge, if it looks away from there and is no deeper than `deepest` (m).
std::optional<Behind> behind_at(const Line2& edge, const Interval& span, const std::vector<WallFace>& faces,
                                std::size_t index, double deepest) {
  const WallFace& face = faces[index];
  if (face.line.direction.dot(edge.direction) > kAntiparallel) return std::nullopt;
  const Interval along = span_along(edge, face);
  const Interval shared{std::max(span.from, along.from), std::min(span.to, along.to)};
  if (shared.length() <= 0) return std::nullopt;
  const Vec2 middle = edge.at((shared.from + shared.to) / 2);
  const auto hit = intersect({middle, -edge.normal()}, face.line);
  const double depth = hit ? -edge.offset(*hit) : 0;
  if (depth < kThinnestWall || depth > deepest) return std::nullopt;
  return Behind{index, shared, depth};
}

/// How much of what shows of either face of a wall shows on the other side, too. Leaves, blinds and panes
/// show in the openings of the inner face alone.
struct Backed {
  int outer = 0, inner = 0;                // height bins of steps
  int outer_backed = 0, inner_backed = 0;  // of these, where the other face shows
  bool mostly() const { return 2 * outer_backed > outer && 2 * inner_backed > inner; }
};

/// The bins hit at and about `p` of a face.
HeightMask hits_near(const WallFace& face, const Vec2& p) {
  constexpr double kBeams = 0.06;  // m to either side: beams of a thin scan are 0.12 m apart 8 m away
  const double step = std::floor((face.line.along(p) - face.extent.from) / face.step);
  if (step < 0 || step >= static_cast<double>(face.profile.size())) return 0;
  const HeightMask hit = face.hits_about(static_cast<std::size_t>(step),
                                         static_cast<std::size_t>(std::lround(kBeams / face.step)));
  return hit | hit.raised() | hit.lowered();
}

void count_backed(const Behind& behind, const RoomEdge& edge, const std::vector<WallFace>& faces,
                  Backed& backed) {
  const WallFace& face = faces[behind.face];
  const Line2 line{edge.from, (edge.to - edge.from) / edge.length()};
  for (std::size_t i = 0; i < face.profile.size(); ++i) {
    const Vec2 p = face.line.at(face.extent.from + (static_cast<double>(i) + 0.5) * face.step);
    if (!behind.span.contains(line.along(p))) continue;
    HeightMask inner, near_inner;
    for (const int f : edge.faces) {
      const WallFace& own = faces[static_cast<std::size_t>(f)];
      inner |= own.hits_at(own.line.along(p));
      near_inner |= hits_near(own, p);
    }
    backed.outer += face.profile[i].count();
    backed.outer_backed += (face.profile[i] & near_inner).count();
    backed.inner += inner.count();
    backed.inner_backed += (inner & hits_near(face, p)).count();
  }
}

/// The faces that may stand behind the edge, up to `deepest` (m), in ascending order.
std::vector<std::uint32_t> faces_behind(const FaceGrid& grid, const Line2& edge, const Interval& span,
                                        double deepest) {
  constexpr double kStep = FaceGrid::kAbout;  // m: no place is farther than that from one that is looked at
  std::vector<std::uint32_t> found;
  for (double depth = kStep / 2; depth < deepest + kStep / 2; depth += kStep)
    for (double s = span.from;; s += kStep) {
      const auto near = grid.at(edge.at(std::min(s, span.to)) - depth * edge.normal());
      found.insert(found.end(), near.begin(), near.end());
      if (s >= span.to) break;
    }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

/// Faces that lie in one plane behind an edge.
struct Plane {
  Line2 line;  // of the longest
  Interval span;
  std::vector<int> faces;
  double shown = 0;  // m of face
};

/// The planes that `found` lie in, those of which most shows first.
std::vector<Plane> planes_of(std::vector<Behind> found, const std::vector<WallFace>& faces) {
  std::stable_sort(found.begin(), found.end(), [&](const Behind& a, const Behind& b) {
    return faces[a.face].length() > faces[b.face].length();
  });
  std::vector<Plane> planes;
  for (const Behind& behind : found) {
    const WallFace& face = faces[behind.face];
    auto plane = std::ranges::find_if(planes, [&](const Plane& known) {
      return std::abs(known.line.offset(face.middle())) < kSameThickness;
    });
    if (plane == planes.end()) plane = planes.insert(planes.end(), {face.line, behind.span, {}, 0});
    plane->span = {std::min(plane->span.from, behind.span.from), std::max(plane->span.to, behind.span.to)};
    plane->faces.push_back(static_cast<int>(behind.face));
    plane->shown += behind.span.length() * face.coverage;
  }
  std::ranges::stable_sort(planes, [](const Plane& a, const Plane& b) { return a.shown > b.shown; });
  return planes;
}

}  // namespace

OuterFaces::OuterFaces(const std::vector<RoomShape>& rooms, const std::vector<WallFace>& faces)
    : faces_(faces), grid_(faces), depth_(faces.size(), -1) {
  std::vector<bool> of_room(faces.size(), false);
  std::vector<const RoomEdge*> edges;
  const auto add = [&](const EdgeRing& ring) {
    for (const RoomEdge& edge : ring) {
      if (edge.length() > 0) edges.push_back(&edge);
      for (const int f : edge.faces) of_room[static_cast<std::size_t>(f)] = true;
    }
  };
  for (const RoomShape& room : rooms) {
    add(room.outline);
    for (const EdgeRing& hole : room.holes)
      if (std::abs(signed_area(corners(hole))) > kMaxColumnArea) add(hole);
  }
  std::vector<Backed> backed(faces.size());
  for (const RoomEdge* edge : edges) {
    const Line2 line{edge->from, (edge->to - edge->from) / edge->length()};
    const Interval span{0, edge->length()};
    for (const std::uint32_t f : faces_behind(grid_, line, span, kThickestWall)) {
      if (of_room[f] || !is_solid(faces[f]) || faces[f].body < kMinBody) continue;
      const auto behind = behind_at(line, span, faces, f, kThickestWall);
      if (!behind) continue;
      count_backed(*behind, *edge, faces, backed[f]);
      depth_[f] = depth_[f] < 0 ? behind->depth : std::min(depth_[f], behind->depth);
    }
  }
  for (std::size_t f = 0; f < faces.size(); ++f)
    if (!backed[f].mostly()) depth_[f] = -1;
}

std::vector<OuterStretch> OuterFaces::behind(const Line2& edge, const Interval& span) const {
  std::vector<Behind> found;
  for (const std::uint32_t f : faces_behind(grid_, edge, span, 2 * kThickestWall))
    if (depth_[f] >= 0)
      if (const auto behind = behind_at(edge, span, faces_, f, depth_[f] + kThickestWall))
        found.push_back(*behind);
  std::vector<OuterStretch> stretches;
  for (const Plane& plane : planes_of(std::move(found), faces_)) {
    Interval free = plane.span;  // what planes of which more shows have left
    for (const OuterStretch& known : stretches) {
      if (overlap(known.span, free) <= 0) continue;
      const Interval before{free.from, known.span.from}, after{known.span.to, free.to};
      free = before.length() > after.length() ? before : after;
    }
    if (free.length() < kMinPiece) continue;
    RoomEdge face;
    face.line = plane.line;
    face.faces = plane.faces;
    stretches.push_back({free, std::move(face)});
  }
  std::ranges::sort(stretches, {}, [](const OuterStretch& stretch) { return stretch.span.from; });
  return stretches;
}

}  // namespace storey
