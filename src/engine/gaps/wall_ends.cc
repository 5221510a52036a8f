#include "engine/gaps/wall_ends.h"

#include <algorithm>
#include <cmath>

#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"
#include "geometry/mask.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

constexpr double kShown = 0.35;  // m past an end: what hides a wall there leaves a smaller gap

/// Are rooms seen where a wall would go on from its end?
bool shows_room(const Mask& seen, const Vec2& from, const Vec2& direction) {
  for (double s = kSmallGap; s < kShown; s += seen.frame.cell / 2)
    if (!seen.get(from + s * direction)) return false;
  return true;
}

/// Draws a line on to the next barrier, unless it shows that the wall ends.
void draw_line(const WallsOnPlan& walls, const Mask& seen, const Vec2& from, const Vec2& direction,
               Mask& drawn) {
  if (shows_room(seen, from, direction)) return;
  for (double s = kSmallGap; s <= kHiddenWall; s += walls.barrier.frame.cell / 2) {
    if (!walls.barrier.get(from + s * direction)) continue;
    draw(drawn, from, from + s * direction);
    return;
  }
}

}  // namespace

bool comes_to_corner(const FacesInPlan& faces, const WallFace& wall, const Vec2& p, double opening) {
  return std::ranges::any_of(faces.grid.about(p, opening + kAtCorner), [&](std::uint32_t f) {
    const WallFace& face = faces.all[f];
    return face.structural && face.length() > kThickestWall &&
           std::abs(cross(face.line.direction, wall.line.direction)) > kMeetsAcross &&
           distance_to_segment(p, face.line.at(face.extent.from - opening),
                               face.line.at(face.extent.to + opening)) < kAtCorner;
  });
}

void draw_on(const WallsOnPlan& walls, AtCorners at_corners, const Mask& seen, Mask& drawn) {
  const FacesInPlan faces(walls.faces);
  const auto stops = [&](const WallFace& face, const Vec2& end) {
    return at_corners == AtCorners::kStop && comes_to_corner(faces, face, end);
  };
  for (const WallFace& face : walls.faces) {
    if (!face.structural) continue;
    for (const bool forward : {true, false}) {
      const Vec2 end = forward ? face.end() : face.start();
      const Vec2 direction = forward ? face.line.direction : Vec2(-face.line.direction);
      if (!stops(face, end)) draw_line(walls, seen, end, direction, drawn);
    }
  }
}

}  // namespace storey
