#include "engine/walls/open_walls.h"

#include <algorithm>

#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"
#include "engine/walls/build_walls.h"
#include "engine/walls/outer_faces.h"

namespace storey {
namespace {

/// A stretch of face over which a wall stands.
struct Stretch {
  int face;
  Line2 line;
  Interval span;  // along the line
};

std::vector<Stretch> standing_stretches(const std::vector<WallFace>& faces) {
  std::vector<Stretch> stretches;
  for (std::size_t f = 0; f < faces.size(); ++f) {
    if (!faces[f].structural) continue;
    for (const Interval& stands : faces[f].stands) {
      const Interval span = faces[f].on_line(stands);
      if (span.length() >= kShortestWall) stretches.push_back({static_cast<int>(f), faces[f].line, span});
    }
  }
  std::ranges::stable_sort(stretches, std::ranges::greater{},
                           [](const Stretch& stretch) { return stretch.span.length(); });
  return stretches;
}

/// What of another stretch lies behind this one.
struct Behind : PartBehind {
  const Stretch* stretch;
};

/// The nearest stretch behind, within the thickness of walls. Nothing, if none is.
std::optional<Behind> nearest_behind(const Stretch& front, const std::vector<Stretch>& stretches) {
  std::optional<Behind> nearest;
  for (const Stretch& other : stretches) {
    if (&other == &front || std::abs(front.line.direction.dot(other.line.direction)) < kTurned) continue;
    const auto part = part_behind(front.line, front.span, other.line, other.span, kThickestWall);
    if (!part || part->span.length() < kShortestWall) continue;
    if (!nearest || part->depth < nearest->depth) nearest = Behind{*part, &other};
  }
  return nearest;
}

RoomEdge edge_along(const Stretch& stretch, const Vec2& from, const Vec2& to,
                    const std::vector<WallFace>& faces) {
  RoomEdge edge;
  edge.line = stretch.line;
  edge.from = from;
  edge.to = to;
  edge.faces = {stretch.face};
  edge.glass = faces[static_cast<std::size_t>(stretch.face)].glass;
  edge.coverage = coverage_of(edge, faces);
  return edge;
}

OpenWall wall_of(const Stretch& front, const std::optional<Behind>& behind,
                 const std::vector<WallFace>& faces) {
  OpenWall wall;
  const bool backed = behind && front.line.direction.dot(behind->stretch->line.direction) < 0;
  const Interval span = backed ? behind->span : front.span;
  wall.front = edge_along(front, front.line.at(span.from), front.line.at(span.to), faces);
  wall.thickness = behind ? std::min(behind->depth, kAssumedOuterThickness) : kAssumedOuterThickness;
  if (!backed) return wall;
  const Line2& line = behind->stretch->line;
  const auto across = [&](const Vec2& p) { return intersect({p, front.line.normal()}, line).value_or(p); };
  wall.back = edge_along(*behind->stretch, across(wall.front.to), across(wall.front.from), faces);
  wall.thickness = behind->depth;
  return wall;
}

/// Is the middle of `b` within `a`?
bool within(const OpenWall& a, const Vec2& p) {
  const Line2 line = a.front.straight();
  const double s = line.along(p), depth = -line.offset(p);
  return s > 0 && s < a.front.length() && depth > 0 && depth < a.thickness;
}

}  // namespace

std::vector<Vec2> outline_of(const OpenWall& wall) {
  if (wall.back) return {wall.front.to, wall.front.from, wall.back->to, wall.back->from};
  const Vec2 behind = -wall.thickness * wall.front.straight().normal();
  return {wall.front.to, wall.front.from, wall.front.from + behind, wall.front.to + behind};
}

std::vector<OpenWall> find_open_walls(const std::vector<WallFace>& faces) {
  const std::vector<Stretch> stretches = standing_stretches(faces);
  std::vector<OpenWall> walls;
  for (const Stretch& stretch : stretches) {
    const OpenWall wall = wall_of(stretch, nearest_behind(stretch, stretches), faces);
    const Vec2 into = wall.thickness / 2 * stretch.line.normal();
    const Vec2 middle = wall.front.middle() - into;
    // A wall between two faces is found from both.
    if (std::ranges::none_of(walls, [&](const OpenWall& known) { return within(known, middle); }))
      walls.push_back(wall);
  }
  return walls;
}

}  // namespace storey
