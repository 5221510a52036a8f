#include "polygons.h"

#include <boost/polygon/polygon.hpp>
#include <cmath>
#include <numbers>

namespace storey::simulator {
namespace {

namespace bp = boost::polygon;
using Coordinate = int;
using Set = bp::polygon_set_data<Coordinate>;
using Shape = bp::polygon_with_holes_data<Coordinate>;
using Vertex = bp::point_data<Coordinate>;

constexpr double kUnitsPerMetre = 1e6;
constexpr double kStraightMetres = 5e-6;  // deviation below this is rounding
constexpr double kSliverArea = 1e-6;      // m²

std::vector<Vertex> to_units(const Ring& ring) {
  std::vector<Vertex> out;
  out.reserve(ring.size());
  for (const Point2& p : ring)
    out.emplace_back(static_cast<Coordinate>(std::llround(p.x() * kUnitsPerMetre)),
                     static_cast<Coordinate>(std::llround(p.y() * kUnitsPerMetre)));
  return out;
}

template <class Vertices>
Ring to_metres(const Vertices& vertices) {
  Ring out;
  for (const auto& v : vertices) out.emplace_back(v.x() / kUnitsPerMetre, v.y() / kUnitsPerMetre);
  if (out.size() > 1 && out.front() == out.back()) out.pop_back();
  return out;
}

Set set_of(const std::vector<Ring>& rings) {
  Set set;
  for (const Ring& ring : rings) {
    const auto vertices = to_units(ring);
    set.insert(bp::polygon_data<Coordinate>(vertices.begin(), vertices.end()));
  }
  return set;
}

Set set_of(const std::vector<Region>& regions) {
  Set set;
  for (const Region& region : regions) {
    const auto outer = to_units(region.outer);
    Shape shape;
    shape.set(outer.begin(), outer.end());
    std::vector<bp::polygon_data<Coordinate>> holes;
    for (const Ring& hole : region.holes) {
      const auto vertices = to_units(hole);
      holes.emplace_back(vertices.begin(), vertices.end());
    }
    shape.set_holes(holes.begin(), holes.end());
    set.insert(shape);
  }
  return set;
}

Ring oriented(Ring ring, bool counter_clockwise) {
  if ((signed_area(ring) > 0) != counter_clockwise) std::reverse(ring.begin(), ring.end());
  return ring;
}

std::vector<Region> regions_of(const Set& set) {
  std::vector<Shape> shapes;
  set.get(shapes);
  std::vector<Region> out;
  for (const Shape& shape : shapes) {
    Region region;
    region.outer = oriented(without_straight_points(to_metres(shape)), true);
    if (region.outer.size() < 3 || std::abs(signed_area(region.outer)) < kSliverArea) continue;
    for (auto hole = shape.begin_holes(); hole != shape.end_holes(); ++hole) {
      const Ring ring = oriented(without_straight_points(to_metres(*hole)), false);
      if (ring.size() >= 3 && std::abs(signed_area(ring)) >= kSliverArea) region.holes.push_back(ring);
    }
    out.push_back(std::move(region));
  }
  return out;
}

double cross(const Point2& a, const Point2& b) { return a.x() * b.y() - a.y() * b.x(); }

}  // namespace

std::vector<Region> unite(const std::vector<Ring>& rings) { return regions_of(set_of(rings)); }

std::vector<Region> subtract(const std::vector<Region>& from, const std::vector<Ring>& rings) {
  using namespace bp::operators;
  Set set = set_of(from);
  set -= set_of(rings);
  return regions_of(set);
}

std::vector<Region> intersect(const std::vector<Region>& a, const std::vector<Ring>& b) {
  using namespace bp::operators;
  Set set = set_of(a);
  set &= set_of(b);
  return regions_of(set);
}

std::vector<Ring> convex_pieces(const std::vector<Region>& regions) {
  std::vector<bp::polygon_data<Coordinate>> pieces;
  set_of(regions).get_trapezoids(pieces);
  std::vector<Ring> out;
  for (const auto& piece : pieces) {
    Ring ring = oriented(without_straight_points(to_metres(piece)), true);
    if (ring.size() >= 3 && signed_area(ring) > 0) out.push_back(std::move(ring));
  }
  return out;
}

Ring clip_convex(const Ring& ring, const Point2& point, const Point2& direction) {
  Ring out;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Point2& a = ring[i];
    const Point2& b = ring[(i + 1) % ring.size()];
    const double side_a = cross(direction, a - point);
    const double side_b = cross(direction, b - point);
    if (side_a >= 0) out.push_back(a);
    if ((side_a > 0 && side_b < 0) || (side_a < 0 && side_b > 0))
      out.push_back(a + (b - a) * (side_a / (side_a - side_b)));
  }
  return out.size() >= 3 ? out : Ring{};
}

double signed_area(const Ring& ring) {
  double twice = 0;
  for (std::size_t i = 0; i < ring.size(); ++i)
    twice += cross(ring[i] - ring[0], ring[(i + 1) % ring.size()] - ring[0]);
  return twice / 2;
}

double area(const Region& region) {
  double sum = std::abs(signed_area(region.outer));
  for (const Ring& hole : region.holes) sum -= std::abs(signed_area(hole));
  return sum;
}

bool contains(const Ring& ring, const Point2& point) {
  bool inside = false;
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
    const Point2& a = ring[i];
    const Point2& b = ring[j];
    if ((a.y() > point.y()) != (b.y() > point.y()) &&
        point.x() < (b.x() - a.x()) * (point.y() - a.y()) / (b.y() - a.y()) + a.x())
      inside = !inside;
  }
  return inside;
}

bool contains(const Region& region, const Point2& point) {
  if (!contains(region.outer, point)) return false;
  for (const Ring& hole : region.holes)
    if (contains(hole, point)) return false;
  return true;
}

Ring without_straight_points(const Ring& ring) {
  Ring out = ring;
  for (std::size_t i = 0; i < out.size() && out.size() > 3;) {
    const Point2& before = out[(i + out.size() - 1) % out.size()];
    const Point2& after = out[(i + 1) % out.size()];
    const Point2 along = after - before;
    const double length = along.norm();
    const Point2 step = out[i] - before;
    const bool straight = step.norm() < kStraightMetres ||
                          (length > 0 && std::abs(cross(along, step)) / length < kStraightMetres &&
                           along.dot(after - out[i]) > 0);
    if (straight) {
      out.erase(out.begin() + static_cast<std::ptrdiff_t>(i));
      i = i > 0 ? i - 1 : 0;
    } else {
      ++i;
    }
  }
  return out;
}

Ring rectangle(const Point2& center, const Point2& size, double turn) {
  const double angle = turn * std::numbers::pi / 180;
  const Point2 u(std::cos(angle), std::sin(angle));
  const Point2 v(-u.y(), u.x());
  const Point2 a = u * size.x() / 2;
  const Point2 b = v * size.y() / 2;
  return {center - a - b, center + a - b, center + a + b, center - a + b};
}

Ring disc(const Point2& center, double diameter, int corners) {
  Ring out;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * i / corners;
    out.push_back(center + Point2(std::cos(angle), std::sin(angle)) * diameter / 2);
  }
  return out;
}

}  // namespace storey::simulator
