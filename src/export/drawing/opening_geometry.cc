#include "export/drawing/opening_geometry.h"

#include <algorithm>

#include "export/drawing/vec.h"

namespace storey::drawing {

namespace {
constexpr double kThicknessWithoutWall = 200;
}

Point2 OpeningPlace::at(double u, double v) const { return start + along * u + across * v; }

const Wall* wall_of(const Storey& storey, const Opening& opening) {
  const auto wall = std::find_if(storey.walls.begin(), storey.walls.end(),
                                 [&](const Wall& candidate) { return candidate.id == opening.wall_id; });
  return wall == storey.walls.end() ? nullptr : &*wall;
}

OpeningPlace place_of(const Storey& storey, const Opening& opening) {
  const Wall* wall = wall_of(storey, opening);
  OpeningPlace place;
  place.start = opening.start;
  place.end = opening.end;
  place.along = unit(opening.end - opening.start);
  place.across = turned_left(place.along);
  place.width = distance(opening.start, opening.end);
  place.thickness = wall ? wall->thickness : kThicknessWithoutWall;
  return place;
}

}  // namespace storey::drawing
