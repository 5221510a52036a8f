#include "engine/walls/outer_faces.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include "engine/faces/face_grid.h"
#include "engine/faces/judge_faces.h"
#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"
#include "engine/walls/find_columns.h"
#include "geometry/polygon.h"
#include "geometry/rank.h"

namespace storey {
namespace {

/// A face behind a stretch of an edge.
struct Behind : PartBehind {
  std::size_t face;
};

/// Where a stretch of the face stands behind the edge, if it looks away from there and is no deeper than
/// `deepest` (m).
std::optional<Behind> behind_at(const Line2& edge, const Interval& span, const std::vector<WallFace>& faces,
                                std::size_t index, const Interval& stretch, double deepest) {
  const WallFace& face = faces[index];
  if (face.line.direction.dot(edge.direction) > -kTurned) return std::nullopt;
  const auto part = part_behind(edge, span, face.line, stretch, deepest);
  return part ? std::optional(Behind{*part, index}) : std::nullopt;
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
  const HeightMask hit = face.hits_between_beams(p);
  return hit | hit.raised() | hit.lowered();
}

void count_backed(const Behind& behind, const RoomEdge& edge, const std::vector<WallFace>& faces,
                  Backed& backed) {
  const WallFace& face = faces[behind.face];
  const Line2 line = edge.straight();
  for (std::size_t i = 0; i < face.profile.size(); ++i) {
    const Vec2 p = face.place(i);
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
  std::vector<std::uint32_t> found;
  const double reach = FaceGrid::kAbout;
  for (double depth = reach; depth < deepest + reach; depth += 2 * reach)
    std::ranges::copy(grid.along({edge.point - depth * edge.normal(), edge.direction}, span),
                      std::back_inserter(found));
  return each_once(std::move(found));
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
  std::ranges::stable_sort(found, std::ranges::greater{},
                           [&](const Behind& behind) { return faces[behind.face].length(); });
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
  std::ranges::stable_sort(planes, std::ranges::greater{}, &Plane::shown);
  return planes;
}

/// The stretches of a face that no room lies before. Past the corner of a room its face goes on for as much
/// as walls are thick.
std::vector<Interval> left_of_face(const WallFace& face, std::vector<Interval> taken) {
  if (taken.empty()) return {face.extent};
  std::ranges::sort(taken, {}, [](const Interval& interval) { return interval.from; });
  taken.push_back({face.extent.to, face.extent.to});
  std::vector<Interval> left;
  double reached = face.extent.from;
  for (const Interval& next : taken) {
    if (next.from - reached > kThickestWall) left.push_back({reached, next.from});
    reached = std::max(reached, next.to);
  }
  return left;
}

}  // namespace

std::optional<PartBehind> part_behind(const Line2& line, const Interval& span, const Line2& other,
                                      const Interval& of, double deepest) {
  const Interval part = shared(span, span_along(line, other.at(of.from), other.at(of.to)));
  if (part.length() <= 0) return std::nullopt;
  const double depth = depth_behind(line, part.middle(), other);
  if (depth < kThinnestWall || depth > deepest) return std::nullopt;
  return PartBehind{part, depth};
}

OuterFaces::OuterFaces(const std::vector<RoomShape>& rooms, const std::vector<WallFace>& faces)
    : faces_(faces), free_(faces.size()) {
  std::vector<std::vector<Interval>> taken(faces.size());  // by rooms, along the face's line
  std::vector<const RoomEdge*> edges;
  const auto add = [&](const EdgeRing& ring) {
    for (const RoomEdge& edge : ring) {
      if (edge.length() > 0) edges.push_back(&edge);
      for (const int f : edge.faces)
        taken[static_cast<std::size_t>(f)].push_back(edge.along(faces[static_cast<std::size_t>(f)].line));
    }
  };
  for (const RoomShape& room : rooms) {
    add(room.outline);
    for (const EdgeRing& hole : room.holes)
      if (std::abs(signed_area(corners(hole))) > kLargestThing) add(hole);
  }
  for (std::size_t f = 0; f < faces.size(); ++f) {
    if (!is_solid(faces[f]) || faces[f].body < kMinBody) continue;
    for (const Interval& extent : left_of_face(faces[f], std::move(taken[f])))
      free_[f].push_back({extent, -1});
  }
  std::vector<std::vector<Backed>> backed(faces.size());
  for (std::size_t f = 0; f < faces.size(); ++f) backed[f].resize(free_[f].size());
  for (const RoomEdge* edge : edges) {
    const Line2 line = edge->straight();
    const Interval span{0, edge->length()};
    for (const std::uint32_t f : faces_behind(faces_.grid, line, span, kThickestWall))
      for (std::size_t i = 0; i < free_[f].size(); ++i) {
        Free& free = free_[f][i];
        const auto behind = behind_at(line, span, faces, f, free.extent, kThickestWall);
        if (!behind) continue;
        count_backed(*behind, *edge, faces, backed[f][i]);
        free.depth = free.depth < 0 ? behind->depth : std::min(free.depth, behind->depth);
      }
  }
  for (std::size_t f = 0; f < faces.size(); ++f)
    for (std::size_t i = 0; i < free_[f].size(); ++i)
      if (!backed[f][i].mostly()) free_[f][i].depth = -1;
}

std::vector<OuterStretch> OuterFaces::behind(const Line2& edge, const Interval& span) const {
  std::vector<Behind> found;
  for (const std::uint32_t f : faces_behind(faces_.grid, edge, span, 2 * kThickestWall))
    for (const Free& free : free_[f])
      if (free.depth >= 0)
        if (const auto behind = behind_at(edge, span, faces_.all, f, free.extent, free.depth + kThickestWall))
          found.push_back(*behind);
  std::vector<OuterStretch> stretches;
  for (const Plane& plane : planes_of(std::move(found), faces_.all)) {
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
