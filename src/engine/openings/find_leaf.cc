#include "engine/openings/find_leaf.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/openings/find_openings.h"
#include "engine/scan/gather.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "engine/storeys/storey_raster.h"
#include "geometry/mask.h"

namespace storey {
namespace {

constexpr double kMinAngle = 15;          // degrees from closed: less is a leaf in its frame
constexpr double kMaxAngle = 160;         // degrees: beyond, it is not told from the wall it lies on
constexpr double kMinCovered = 0.75;      // share of the leaf's width that has to be seen
constexpr double kMinHeightShare = 0.45;  // share of the height from knees to the head; thin scans have holes
constexpr double kLeafTo = 2.1;           // m above the floor: higher leaves show as well up to there
constexpr double kLeafFrom = 0.3;         // m above the floor: things stand before what is lower
constexpr double kBeforeEdge = 0.06;      // m before the free edge, which is rounded
constexpr int kPieceShows = 2;            // bins of a piece that are hit: one may be anything
constexpr double kThickness = 0.05;       // m to both sides of the middle of a leaf
constexpr double kPastHead = 0.04;        // m: a bin's half, and noise, that may still be leaf or ceiling
constexpr double kOffJamb = 0.02;         // m from the jamb to the hinge: the lining
// m from the face to the hinge: leaves lie in rebates
constexpr std::array<double, 3> kInsets = {0.0, 0.04, 0.08};

}  // namespace

LeafFinder::LeafFinder(const StoreyRaster& raster, const std::vector<WallPiece>& walls)
    : raster_(raster), wall_(raster.columns.frame) {
  const double step = wall_.frame.cell / 2;
  for (const WallPiece& wall : walls)
    for (double s = wall.extent.from; s <= wall.extent.to; s += step)
      for (double d = -kVoxel; d <= kVoxel + 1e-9; d += step) {
        mark(wall_, wall.front.at(s) + d * wall.front.normal());
        if (wall.two_sided()) mark(wall_, wall.front.at(s) - (wall.thickness() + d) * wall.front.normal());
      }
}

/// The height bins that are hit about `s` along a leaf from `hinge`, over a piece as long as the points of a
/// thin scan are apart.
HeightMask LeafFinder::hits_about(const Line2& leaf, double s) const {
  HeightMask hit = 0;
  for (double along = s - kThinSpacing / 2; along <= s + kThinSpacing / 2; along += wall_.frame.cell)
    for (double d = -kThickness; d <= kThickness + 1e-4; d += kThickness / 3) {
      const Vec2 p = leaf.at(along) + d * leaf.normal();
      const int c = wall_.frame.column(p.x()), r = wall_.frame.row(p.y());
      if (wall_.frame.inside(c, r) && !wall_.at(c, r)) hit |= raster_.columns.hit_at(c, r);
    }
  return hit;
}

/// Length (m) of the stretch [from, to] of which something upright is nearer than half of `gap`.
double LeafFinder::shown(const std::vector<double>& uprights, double from, double to, double gap) {
  double hidden = 0, last = from;
  for (const double s : uprights) {
    hidden += std::max(0.0, s - last - gap);
    last = s;
  }
  return to - from - hidden - std::max(0.0, to - last - gap);
}

/// Share of the stretch from the hinge that is upright enough to be a leaf; 0 if that is something else, and
/// none if too little of it is.
std::optional<double> LeafFinder::upright_coverage(const Line2& leaf, double width, double head) const {
  const double floor = raster_.level.floor_z;
  const HeightMask body = raster_.bins.range(floor + kLeafFrom, floor + std::min(head, kLeafTo) - kCasing);
  const auto upright = [&](HeightMask hits) {
    return (hits & body).count() >= kMinHeightShare * body.count();
  };
  // Leaves end at the head of their door; cupboards and partitions go on to the ceiling.
  const auto goes_on_above = [&](double s, HeightMask hits) {
    const double ceiling = raster_.ceiling_at(leaf.at(s));
    const HeightMask above = raster_.bins.range(floor + head + kPastHead, ceiling - kPastHead);
    return above != 0 && (hits & above).count() >= kMinHeightShare * above.count();
  };
  const double from = kBesideLeaf, to = width - kBeforeEdge;
  const double least = kMinCovered * (to - from);
  std::vector<double> uprights;
  int higher = 0;
  for (double s = from; s < to; s += wall_.frame.cell) {
    const HeightMask hits = hits_about(leaf, s);
    if (upright(hits)) {
      uprights.push_back(s);
      higher += goes_on_above(s, hits);
    } else if (shown(uprights, from, s, kAtCorner) + to - s < least) {
      return std::nullopt;  // most places that are asked have no leaf
    }
  }
  const auto all = static_cast<double>(uprights.size());
  if (uprights.empty()) return std::nullopt;
  if (higher > kNearlyHalf * all) return 0;
  // Just past the free edge there must be nothing as upright: a wall would go on.
  int beyond = 0, past = 0;
  for (double s = width + kSmallGap; s < width + kLeastGap; s += wall_.frame.cell, ++past)
    beyond += upright(hits_about(leaf, s));
  if (2 * beyond > past) return 0;
  const double dense = shown(uprights, from, to, kThinSpacing);
  if (dense >= least) return dense / (to - from);
  // Lines of points that are far apart may be of things that cross: those show to both sides of the leaf.
  const auto crossed = [&](double offset) {
    const Line2 beside{leaf.at(0) + offset * leaf.normal(), leaf.direction};
    int shown_too = 0;
    for (double s = from; s < to; s += wall_.frame.cell) shown_too += upright(hits_about(beside, s));
    return shown_too > kLittle * all;
  };
  if (crossed(kBesideLeaf) && crossed(-kBesideLeaf)) return 0;
  if (shown(uprights, from, to, kAtCorner) < least) return std::nullopt;
  return dense / (to - from);
}

/// What a stretch of a line shows at the `heights`, in pieces within which a thin scan shows more than one
/// point.
LeafFinder::Scatter LeafFinder::scatter_on(const Line2& line, double from, double to,
                                           HeightMask heights) const {
  int hits = 0, shown = 0, pieces = 0;
  HeightMask all = 0;
  for (double s = from; s + kThinSpacing < to; s += 2 * kThinSpacing, ++pieces) {
    const HeightMask piece =
        (hits_about(line, s + kThinSpacing / 2) | hits_about(line, s + 3 * kThinSpacing / 2)) & heights;
    hits += piece.count();
    shown += piece.count() >= kPieceShows;
    all |= piece;
  }
  const double bins = std::max(1, heights.count());
  const double of = std::max(1, pieces);
  return {hits / (of * bins), shown / of, all.count() / bins};
}

/// Of a leaf that a thin scan shows by few points: how densely, if they lie all over it, and hardly any
/// beside it, past its free edge and above its head; else 0.
double LeafFinder::scattered_coverage(const Line2& leaf, double width, double head) const {
  constexpr double kAside = 0.14;  // m: past a leaf's other side and its handles
  const double floor = raster_.level.floor_z, from = kBesideLeaf, to = width - kBeforeEdge;
  const HeightMask body = raster_.bins.range(floor + kLeafFrom, floor + std::min(head, kLeafTo) - kCasing);
  const Scatter on = scatter_on(leaf, from, to, body);
  if (on.along < kMinCovered || on.up < kClearly) return 0;
  const auto stray = [&](double offset, double first, double last, HeightMask heights) {
    const Line2 line{leaf.at(0) + offset * leaf.normal(), leaf.direction};
    return scatter_on(line, first, last, heights).density > kSome * on.density;
  };
  const double ceiling = raster_.ceiling_at(leaf.at(width / 2));
  const HeightMask above = raster_.bins.range(floor + head + kCasing, ceiling - kPastHead);
  if (stray(0, from, to, above) || stray(kAside, from, to, body) || stray(-kAside, from, to, body)) return 0;
  // To both sides, too: there a wall does that crosses the leaf at a slant.
  for (const double offset : {-2 * kThickness, 0.0, 2 * kThickness})
    if (stray(offset, width + kSmallGap, width + kSmallGap + 4 * kThinSpacing, body)) return 0;
  return kMinCovered * on.density;  // less than of any that shows whole
}

double LeafFinder::coverage(const Line2& leaf, double width, double head) const {
  const std::optional<double> upright = upright_coverage(leaf, width, head);
  return upright ? *upright : scattered_coverage(leaf, width, head);
}

/// The stile at the free edge of a pane is as high as a leaf and no higher; the pane shows some hits. Returns
/// how much of the stile's height is hit.
double LeafFinder::glass_coverage(const Line2& leaf, double width, double head) const {
  const double floor = raster_.level.floor_z;
  const HeightMask body = raster_.bins.range(floor + kLeafFrom, floor + std::min(head, kLeafTo) - kCasing);
  const auto upright = [&](double s) {
    return static_cast<double>((hits_about(leaf, s) & body).count()) / body.count();
  };
  double stile = 0, edge = width;
  for (double s = width - kBesideLeaf; s <= width + kThinSpacing; s += wall_.frame.cell)
    if (const double share = upright(s); share > stile) {
      stile = share;
      edge = s;
    }
  const double ceiling = raster_.ceiling_at(leaf.at(edge));
  const HeightMask above = raster_.bins.range(floor + head + kCasing, ceiling - kPastHead);
  if ((hits_about(leaf, edge) & above).count() > kNearlyHalf * above.count()) return 0;
  if (upright(edge + kSmallGap) > kHalf * stile) return 0;
  int seen = 0, all = 0;
  for (double s = kBesideLeaf; s < edge - kBesideLeaf; s += kThinSpacing, ++all)
    seen += (hits_about(leaf, s) & body) != 0;
  return all > 0 && seen >= kLittle * all ? stile : 0;
}

std::optional<Swing> LeafFinder::find(const WallRun& run, const Interval& span, double head) const {
  return best(run, span, head, 0, &LeafFinder::coverage);
}

std::optional<Swing> LeafFinder::find_glass(const WallRun& run, const Interval& span, double head) const {
  return best(run, span, head, kClearly, &LeafFinder::glass_coverage);
}

/// The leaf, of all that could hang in the opening, of which most shows.
std::optional<Swing> LeafFinder::best(const WallRun& run, const Interval& span, double head, double least,
                                      Coverage coverage_of) const {
  if (span.length() > 2 * kWidestLeaf) return std::nullopt;
  const double width = span.length() > kWidestLeaf ? span.length() / 2 : span.length();
  const RunPart& part = run.part_at(span);
  const WallPiece& wall = part.wall;
  std::optional<Swing> chosen;
  double most = least;
  for (const double depth : {0.0, wall.thickness()}) {
    if (depth > 0 && !wall.two_sided()) continue;
    const Vec2 into_room = (depth > 0 ? -1.0 : 1.0) * wall.front.normal();
    for (const bool at_from : {true, false}) {
      const double s = part.along_piece(at_from ? span.from : span.to);
      const Vec2 closed = at_from ? wall.front.direction : Vec2(-wall.front.direction);
      const Vec2 jamb = wall.front.at(s) - depth * wall.front.normal();
      for (double degrees = kMinAngle; degrees <= kMaxAngle; degrees += 3) {
        const double angle = degrees * M_PI / 180;
        const Vec2 direction = std::cos(angle) * closed + std::sin(angle) * into_room;
        for (const double inset : kInsets) {
          const Vec2 hinge = jamb - inset * into_room + kOffJamb * closed;
          const double covered = (this->*coverage_of)({hinge, direction}, width, head);
          if (covered <= most) continue;
          most = covered;
          const Vec2 middle = wall.front.at(s) - wall.thickness() / 2 * wall.front.normal();
          const Vec2 end = hinge + width * direction;
          chosen = Swing{{middle.x(), middle.y()}, {end.x(), end.y()}, degrees};
        }
      }
    }
  }
  return chosen;
}

}  // namespace storey
