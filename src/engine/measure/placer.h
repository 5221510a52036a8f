// Stage 10: places of the findings, and the same in the plan's frame.
#pragma once

#include <vector>

#include "engine/walls/build_walls.h"
#include "storey/plan.h"

namespace storey {

/// From the frame of the surfels into the plan's.
struct Placer {
  Vec2 origin;
  Point2 operator()(const Vec2& p) const { return {p.x() + origin.x(), p.y() + origin.y()}; }
  Ring operator()(const std::vector<Vec2>& ring) const {
    Ring placed;
    for (const Vec2& p : ring) placed.push_back((*this)(p));
    return placed;
  }
};

/// On a wall's other face.
inline Vec2 back_at(const WallPiece& wall, double s) {
  return wall.front.at(s) - wall.back_at(s) * wall.front.normal();
}

/// On its centreline.
inline Vec2 centre_at(const WallPiece& wall, double s) { return (wall.front.at(s) + back_at(wall, s)) / 2; }

}  // namespace storey
