#include "engine/openings/move_openings.h"

#include <algorithm>
#include <cmath>

#include "engine/scan/directions.h"

namespace storey {
namespace {

/// m from a place to the middle of a wall; far, if that runs otherwise.
double distance_to(const WallPiece& wall, const Vec2& place, const Vec2& direction) {
  if (std::abs(wall.front.direction.dot(direction)) < kNearlyParallel) return 1e9;
  const double s = wall.front.along(place);
  return (centre_at(wall, std::clamp(s, wall.extent.from, wall.extent.to)) - place).norm();
}

}  // namespace

void move_openings(const std::vector<WallPiece>& before, const std::vector<WallPiece>& after,
                   std::vector<FoundOpening>& openings) {
  for (FoundOpening& opening : openings) {
    const WallPiece& old = before[static_cast<std::size_t>(opening.wall)];
    const Vec2 place = centre_at(old, opening.span.middle());
    const auto nearest = std::ranges::min_element(
        after, {}, [&](const WallPiece& wall) { return distance_to(wall, place, old.front.direction); });
    if (nearest == after.end()) continue;
    opening.wall = static_cast<int>(nearest - after.begin());
    opening.span =
        span_along(nearest->front, centre_at(old, opening.span.from), centre_at(old, opening.span.to));
  }
}

}  // namespace storey
