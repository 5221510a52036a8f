#include "engine/gaps/wall_ends.h"

#include <algorithm>
#include <cmath>

#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"
#include "geometry/mask.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

/// Draws a line on to the next barrier.
void draw_line(const WallsOnPlan& walls, const Line2& on, Mask& drawn) {
  for (double s = kSmallGap; s <= kHiddenWall; s += walls.barrier.frame.cell / 2) {
    if (!walls.barrier.get(on.at(s))) continue;
    draw(drawn, on.point, on.at(s));
    return;
  }
}

}  // namespace

bool comes_to_corner(const FacesInPlan& faces, const WallFace& wall, const Vec2& p, double opening) {
  return faces.any(faces.grid.about(p, opening + kAtCorner), [&](const WallFace& face) {
    return face.structural && face.length() > kThickestWall &&
           std::abs(cross(face.line.direction, wall.line.direction)) > kMeetsAcross &&
           distance_to_segment(p, face.line.at(face.extent.from - opening),
                               face.line.at(face.extent.to + opening)) < kAtCorner;
  });
}

void draw_on(const WallsOnPlan& walls, AtCorners at_corners, Mask& drawn) {
  const FacesInPlan faces(walls.faces);
  const auto stops = [&](const WallFace& face, const Vec2& end) {
    return at_corners == AtCorners::kStop && comes_to_corner(faces, face, end);
  };
  for (const WallFace& face : walls.faces) {
    if (!face.structural) continue;
    for (const bool forward : {true, false})
      if (const Line2 on = face.past(forward); !stops(face, on.point)) draw_line(walls, on, drawn);
  }
}

}  // namespace storey
