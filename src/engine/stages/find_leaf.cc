#include "engine/stages/find_leaf.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace storey {
namespace {

constexpr double kMaxLeaf = 1.3;          // m
constexpr double kMinAngle = 15;          // degrees from closed
constexpr double kMaxAngle = 178;         // a leaf that lies on the wall hides it
constexpr double kMinCovered = 0.75;      // share of the leaf's width that has to be seen
constexpr double kMinHeightShare = 0.45;  // of the height between 0.3 m and the head

/// Share of the stretch from `hinge` in `direction` that is upright enough to be a leaf, and how far it goes.
double leaf_coverage(const StoreyRaster& raster, const Vec2& hinge, const Vec2& direction, double width,
                     double head) {
  const double floor = raster.level.floor_z;
  const std::uint64_t body = raster.bins.range(floor + 0.3, floor + std::min(head, 2.1) - 0.1);
  const int full = std::popcount(body);
  const Vec2 side = left_of(direction);
  int covered = 0, all = 0;
  for (double s = 0.12; s < width - 0.04; s += raster.columns.frame.cell) {
    std::uint64_t hit = 0;
    for (double d = -0.045; d <= 0.0451; d += 0.015)
      hit |= raster.columns.get(hinge + s * direction + d * side).hit;
    ++all;
    covered += std::popcount(hit & body) >= kMinHeightShare * full;
  }
  // Just past the free edge there must be nothing as upright: a wall would go on.
  for (double s = width + 0.08; s < width + 0.26; s += raster.columns.frame.cell) {
    std::uint64_t hit = 0;
    for (double d = -0.045; d <= 0.0451; d += 0.015)
      hit |= raster.columns.get(hinge + s * direction + d * side).hit;
    if (std::popcount(hit & body) >= kMinHeightShare * full) covered -= 1;
  }
  return all > 0 ? static_cast<double>(covered) / all : 0;
}

}  // namespace

std::optional<Swing> find_leaf(const StoreyRaster& raster, const WallPiece& wall, const Interval& span,
                               double head) {
  if (span.length() > 2 * kMaxLeaf) return std::nullopt;
  const double width = span.length() > kMaxLeaf ? span.length() / 2 : span.length();
  std::optional<Swing> best;
  double most = kMinCovered;
  for (const double depth : {0.0, wall.thickness()}) {
    if (depth > 0 && !wall.two_sided()) continue;
    const Vec2 into_room = (depth > 0 ? -1.0 : 1.0) * wall.front.normal();
    for (const bool at_from : {true, false}) {
      const double s = at_from ? span.from : span.to;
      const Vec2 closed = at_from ? wall.front.direction : Vec2(-wall.front.direction);
      const Vec2 jamb = wall.front.at(s) - depth * wall.front.normal();
      for (double degrees = kMinAngle; degrees <= kMaxAngle; degrees += 3) {
        const double angle = degrees * M_PI / 180;
        const Vec2 direction = std::cos(angle) * closed + std::sin(angle) * into_room;
        for (const double inset : {0.0, 0.04, 0.08}) {
          const Vec2 hinge = jamb - inset * into_room + 0.02 * closed;
          const double coverage = leaf_coverage(raster, hinge, direction, width, head);
          if (coverage <= most) continue;
          most = coverage;
          const Vec2 middle = wall.front.at(s) - wall.thickness() / 2 * wall.front.normal();
          const Vec2 end = hinge + width * direction;
          best = Swing{{middle.x(), middle.y()}, {end.x(), end.y()}, degrees};
        }
      }
    }
  }
  return best;
}

}  // namespace storey
