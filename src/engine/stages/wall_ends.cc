#include "engine/stages/wall_ends.h"

#include <algorithm>
#include <cmath>

#include "geometry/mask.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

constexpr double kAtCorner = 0.15;  // m from a wall's end to the wall that it meets: thin scans miss corners
constexpr double kAcross = 0.5;     // sine of 30°: what meets a wall at less runs along it
constexpr double kReach = 2.5;      // m by which a wall goes on unseen to its corner
constexpr double kLeave = 0.10;     // m past the own end before a meeting counts
constexpr double kShown = 0.35;     // m past an end: what hides a wall there leaves a smaller gap

/// Are rooms seen where a wall would go on from its end?
bool shows_room(const Mask& seen, const Vec2& from, const Vec2& direction) {
  for (double s = kLeave; s < kShown; s += seen.frame.cell / 2)
    if (!seen.get(from + s * direction)) return false;
  return true;
}

}  // namespace

bool comes_to_corner(const std::vector<WallFace>& faces, const WallFace& wall, const Vec2& p) {
  return std::any_of(faces.begin(), faces.end(), [&](const WallFace& face) {
    return face.structural && face.length() > kThickestWall &&
           std::abs(cross(face.line.direction, wall.line.direction)) > kAcross &&
           distance_to_segment(p, face.start(), face.end()) < kAtCorner;
  });
}

void draw_on(const std::vector<WallFace>& faces, AtCorners at_corners, const Mask& barrier, const Mask& seen,
             Mask& drawn) {
  for (const WallFace& face : faces) {
    if (!face.structural) continue;
    for (const bool forward : {true, false}) {
      const Vec2 from = forward ? face.end() : face.start();
      if (at_corners == AtCorners::kStop && comes_to_corner(faces, face, from)) continue;
      const Vec2 direction = forward ? face.line.direction : Vec2(-face.line.direction);
      if (shows_room(seen, from, direction)) continue;
      for (double s = kLeave; s <= kReach; s += barrier.frame.cell / 2) {
        if (!barrier.get(from + s * direction)) continue;
        draw(drawn, from, from + s * direction);
        break;
      }
    }
  }
}

}  // namespace storey
