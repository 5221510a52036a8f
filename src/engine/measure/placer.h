// Stage 10: places of the findings in the plan's frame.
#pragma once

#include <vector>

#include "geometry/line.h"
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

}  // namespace storey
