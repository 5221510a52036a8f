// Chains of dimensions around the building: outline and openings nearest to it, rooms and walls next, the
// overall length outside of both.
#include <algorithm>
#include <array>

#include "export/drawing/labels.h"
#include "export/drawing/layout.h"
#include "export/drawing/opening_geometry.h"
#include "export/drawing/style.h"
#include "export/drawing/text_metrics.h"
#include "export/drawing/vec.h"

namespace storey::drawing {
namespace {

constexpr double kParallel = 0.9986;    // cosine of 3 degrees
constexpr double kSamePlace = 25;       // mm: marks closer than this are one
constexpr double kLeastEdge = 150;      // mm of a facade that is worth a dimension
constexpr double kThickestWall = 1200;  // mm from a room to the outside
constexpr double kFar = 1e7;
constexpr double kMostBend = 25;       // degrees from chord to chord of a curve
constexpr double kLongestChord = 600;  // mm

/// One side of the building, seen from outside: `along` runs along it, `out` leads away from it.
struct Side {
  Point2 along, out;
  bool repeats_opposite;  ///< top and right: what bottom and left say already is left out

  double u(const Point2& p) const { return dot(p, along); }
  double v(const Point2& p) const { return dot(p, out); }
  Point2 at(double along_mm, double out_mm) const { return along * along_mm + out * out_mm; }
};

constexpr std::array<Side, 4> kSides{
    {{{1, 0}, {0, -1}, false}, {{0, 1}, {-1, 0}, false}, {{1, 0}, {0, 1}, true}, {{0, 1}, {1, 0}, true}}};

/// A place on a chain: `u` along it, `v` where its extension line starts.
struct Mark {
  double u, v;
};
using Chain = std::vector<Mark>;

struct Edge {
  Point2 a, b;
};

/// Degrees by which the outline turns from edge a-b to edge b-c.
double turn_deg(const Point2& a, const Point2& b, const Point2& c) {
  return std::abs(degrees(std::atan2(cross(b - a, c - b), dot(b - a, c - b))));
}

/// Whether the edge from `ring[i]` is a chord of a curve: short, and the outline bends gently at one of its
/// ends.
bool is_chord(const Ring& ring, std::size_t i) {
  const std::size_t n = ring.size();
  const Point2 before = ring[(i + n - 1) % n], a = ring[i], b = ring[(i + 1) % n], after = ring[(i + 2) % n];
  const auto gentle = [](double turn) { return turn > 1 && turn < kMostBend; };
  return distance(a, b) < kLongestChord && (gentle(turn_deg(before, a, b)) || gentle(turn_deg(a, b, after)));
}

/// Straight edges of `rings` that look to `side`.
std::vector<Edge> edges_towards(const Region& rings, const Side& side) {
  std::vector<Edge> edges;
  for (const Ring& ring : rings) {
    if (signed_area(ring) <= 0) continue;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Edge edge{ring[i], ring[(i + 1) % ring.size()]};
      const Point2 outward = turned_left(unit(edge.b - edge.a)) * -1;
      if (is_chord(ring, i)) continue;
      if (distance(edge.a, edge.b) >= kLeastEdge && dot(outward, side.out) > kParallel) edges.push_back(edge);
    }
  }
  return edges;
}

bool sees_outside(const Region& building, const Point2& p, const Side& side, double margin) {
  const Point2 start = p + side.out * margin;
  return !contains(building, start) && !crosses(building, start, start + side.out * kFar);
}

void sort_and_merge(Chain& chain) {
  std::sort(chain.begin(), chain.end(), [](const Mark& a, const Mark& b) { return a.u < b.u; });
  Chain merged;
  for (const Mark& mark : chain) {
    if (merged.empty() || mark.u - merged.back().u > kSamePlace) merged.push_back(mark);
  }
  chain = std::move(merged);
}

/// Corners of the facade and jambs of the openings in it.
Chain facade_chain(const Page& page, const Region& building, const Side& side, const Chain& ends) {
  Chain chain = ends;
  for (const Edge& edge : edges_towards(building, side)) {
    if (!sees_outside(building, middle(edge.a, edge.b), side, 1)) continue;
    const double v = side.v(middle(edge.a, edge.b));
    const auto [low, high] = std::minmax({side.u(edge.a), side.u(edge.b)});
    chain.push_back({low, v});
    chain.push_back({high, v});
    for (const Opening& opening : page.storey.openings) {
      const OpeningPlace place = place_of(page.storey, opening);
      const Point2 centre = middle(place.start, place.end);
      if (std::abs(dot(place.along, side.along)) < kParallel || side.u(centre) < low ||
          side.u(centre) > high || std::abs(side.v(centre) - v) > place.thickness / 2 + 2 * kSamePlace) {
        continue;
      }
      chain.push_back({side.u(place.start), v});
      chain.push_back({side.u(place.end), v});
    }
  }
  sort_and_merge(chain);
  return chain;
}

/// Clear lengths of the rooms along this side, and the walls between them.
Chain room_chain(const Page& page, const Region& building, const Side& side, const Chain& ends) {
  Chain chain = ends;
  for (const Room& room : page.storey.rooms) {
    for (const Edge& edge : edges_towards({room.polygon}, side)) {
      const Point2 centre = middle(edge.a, edge.b);
      if (!sees_outside(building, centre, side, kThickestWall)) continue;
      chain.push_back({side.u(edge.a), side.v(centre)});
      chain.push_back({side.u(edge.b), side.v(centre)});
    }
  }
  sort_and_merge(chain);
  return chain;
}

bool same(const Chain& a, const Chain& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](const Mark& x, const Mark& y) {
           return std::abs(x.u - y.u) <= kSamePlace;
         });
}

/// The chain with all labels put: first those that fit between their ticks, then the others aside.
class ChainWriter {
 public:
  ChainWriter(Page& page, const Side& side, double v, bool extension_lines)
      : page_(page),
        side_(side),
        v_(v),
        extension_lines_(extension_lines),
        height_(page.paper(kLabelHeightPaper)) {}

  void write(const Chain& chain, std::vector<Dimension>& written) {
    std::vector<Dimension> narrow;
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
      Dimension dimension = dimension_of(chain[i], chain[i + 1]);
      const double room = chain[i + 1].u - chain[i].u - page_.paper(0.6);
      if (text_width(dimension.label, height_) <= room) {
        put(dimension);
        written.push_back(dimension);
      } else {
        narrow.push_back(dimension);
      }
    }
    for (Dimension& dimension : narrow) {
      if (!move_aside(dimension)) dimension.label.clear();
      put(dimension);
      written.push_back(dimension);
    }
  }

 private:
  Point2 up() const { return turned_left(direction(readable_angle(angle_deg(side_.along)))); }

  Dimension dimension_of(const Mark& from, const Mark& to) const {
    Dimension dimension;
    dimension.from = side_.at(from.u, extension_lines_ ? from.v : v_);
    dimension.to = side_.at(to.u, extension_lines_ ? to.v : v_);
    dimension.line_from = side_.at(from.u, v_);
    dimension.angle_deg = angle_deg(side_.along);
    dimension.label = length_label(to.u - from.u, page_.units);
    dimension.text_height = height_;
    dimension.text_at = side_.at((from.u + to.u) / 2, v_) + up() * page_.paper(kLabelGapPaper);
    dimension.extension_lines = extension_lines_;
    return dimension;
  }

  /// Rows above and below the line, then sideways as well.
  bool move_aside(Dimension& dimension) const {
    const Point2 home = dimension.text_at;
    const double row = height_ + page_.paper(kLabelGapPaper);
    for (const double shift : {0.0, 2.0, -2.0, 4.0, -4.0, 6.0, -6.0, 8.0, -8.0}) {
      for (const double rows : {1.0, -1.0 - kLabelGapPaper * page_.drawing.scale / row, 2.0}) {
        dimension.text_at = home + up() * (row * rows) + side_.along * page_.paper(shift);
        if (!page_.space.free(label_box(dimension))) continue;
        dimension.leader = shift != 0;
        return true;
      }
    }
    return false;
  }

  Box label_box(const Dimension& dimension) const {
    return box_of(Text{dimension.text_at, dimension.label, height_, readable_angle(dimension.angle_deg)},
                  page_.paper(0.2));
  }

  void put(const Dimension& dimension) {
    page_.drawing.add(Layer::kDimensions, {}, dimension);
    if (!dimension.label.empty()) page_.space.block(label_box(dimension));
  }

  Page& page_;
  Side side_;
  double v_;
  bool extension_lines_;
  double height_;
};

struct SideChains {
  Chain facade, rooms;
};

}  // namespace

void lay_out_outside_dimensions(Page& page, const WallRegions& walls) {
  Extent extent;
  for (const Ring& ring : walls.building) {
    for (const Point2& p : ring) extent.add(p);
  }
  if (extent.empty()) return;
  const Extent drawn = page.drawing.extent;
  std::array<SideChains, 4> all;
  std::vector<Dimension> written;
  for (std::size_t i = 0; i < kSides.size(); ++i) {
    const Side& side = kSides[i];
    const auto [low, high] = std::minmax({side.u(extent.low), side.u(extent.high)});
    const double edge = std::max(side.v(extent.low), side.v(extent.high));
    const Chain ends{{low, edge}, {high, edge}};
    all[i] = {facade_chain(page, walls.building, side, ends), room_chain(page, walls.building, side, ends)};

    double v = std::max(side.v(drawn.low), side.v(drawn.high)) + page.paper(kFirstChainPaper);
    const auto write = [&](const Chain& chain, bool extension_lines) {
      ChainWriter(page, side, v, extension_lines).write(chain, written);
      v += page.paper(kChainSpacingPaper);
    };
    const bool twice = side.repeats_opposite;
    if (all[i].facade.size() > 2 && !(twice && same(all[i].facade, all[i - 2].facade)))
      write(all[i].facade, true);
    if (all[i].rooms.size() > 2 && !(twice && same(all[i].rooms, all[i - 2].rooms)))
      write(all[i].rooms, false);
    if (!twice) write(ends, false);
  }
  // Only now: labels of narrow parts of a chain may stand on extension lines, all others may not.
  for (const Dimension& dimension : written) {
    for (const Shape& shape : shapes_of(dimension, page.drawing.scale)) page.space.block(shape);
  }
}

}  // namespace storey::drawing
