#include "engine/stages/find_leaf.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace storey {
namespace {

constexpr double kMaxLeaf = 1.3;          // m
constexpr double kMinAngle = 15;          // degrees from closed
constexpr double kMaxAngle = 160;         // beyond, it is not told from the wall it lies on
constexpr double kMinCovered = 0.75;      // share of the leaf's width that has to be seen
constexpr double kPiece = 0.06;           // m
constexpr double kThickness = 0.045;      // m to both sides of the middle of a leaf
constexpr double kMaxHigher = 0.4;        // share of a leaf with something above it
constexpr double kMinHeightShare = 0.45;  // of the height between 0.3 m and the head

/// The height bins that are hit about `s` along a leaf from `hinge`, over a piece as long as the points of a
/// thin scan are apart.
std::uint64_t hits_about(const StoreyRaster& raster, const Line2& leaf, double s) {
  std::uint64_t hit = 0;
  for (double along = s - kPiece / 2; along <= s + kPiece / 2; along += raster.columns.frame.cell)
    for (double d = -kThickness; d <= kThickness + 1e-4; d += kThickness / 3)
      hit |= raster.columns.get(leaf.at(along) + d * leaf.normal()).hit;
  return hit;
}

/// Share of the stretch from the hinge that is upright enough to be a leaf.
double leaf_coverage(const StoreyRaster& raster, const Line2& leaf, double width, double head) {
  const double floor = raster.level.floor_z;
  const std::uint64_t body = raster.bins.range(floor + 0.3, floor + std::min(head, 2.1) - 0.1);
  const auto upright = [&](double s) {
    return std::popcount(hits_about(raster, leaf, s) & body) >= kMinHeightShare * std::popcount(body);
  };
  // Leaves end at the head of their door; walls go on to the ceiling.
  const auto goes_on_above = [&](double s) {
    const double ceiling = raster.ceiling_at(leaf.at(s));
    const std::uint64_t above = raster.bins.range(floor + head + 0.1, ceiling - 0.15);
    return above != 0 &&
           std::popcount(hits_about(raster, leaf, s) & above) >= kMinHeightShare * std::popcount(above);
  };
  // Just past the free edge there must be nothing as upright: a wall would go on.
  int beyond = 0, past = 0;
  for (double s = width + 0.10; s < width + 0.30; s += raster.columns.frame.cell, ++past)
    beyond += upright(s);
  if (2 * beyond > past) return 0;
  int covered = 0, higher = 0, all = 0;
  for (double s = 0.12; s < width - 0.06; s += raster.columns.frame.cell, ++all) {
    covered += upright(s);
    higher += goes_on_above(s);
  }
  return higher <= kMaxHigher * all && all > 0 ? static_cast<double>(covered) / all : 0;
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
          const double coverage = leaf_coverage(raster, {hinge, direction}, width, head);
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
