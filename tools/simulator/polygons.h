// Boolean operations on polygons in the plane.
#pragma once

#include <vector>

#include "scene.h"

namespace storey::simulator {

/// A connected piece of the plane. The outer ring runs counter-clockwise, holes run clockwise.
struct Region {
  Ring outer;
  std::vector<Ring> holes;
};

/// All functions round to 1 µm; coordinates must lie within 2 km of the origin.
/// Rings may run either way.
std::vector<Region> unite(const std::vector<Ring>& rings);
std::vector<Region> subtract(const std::vector<Region>& from, const std::vector<Ring>& rings);
std::vector<Region> intersect(const std::vector<Region>& a, const std::vector<Ring>& b);

/// The regions cut into convex pieces that run counter-clockwise.
std::vector<Ring> convex_pieces(const std::vector<Region>& regions);

/// The part of a convex ring on the left of the line through `point` along `direction`; empty if none.
Ring clip_convex(const Ring& ring, const Point2& point, const Point2& direction);

/// Positive for counter-clockwise rings, m².
double signed_area(const Ring& ring);
double area(const Region& region);
bool contains(const Ring& ring, const Point2& point);
bool contains(const Region& region, const Point2& point);

/// Without the points that turn the outline by less than the rounding can tell.
Ring without_straight_points(const Ring& ring);

/// A rectangle around its centre, turned counter-clockwise by degrees.
Ring rectangle(const Point2& center, const Point2& size, double turn);
/// A regular polygon with the corners on the circle.
Ring disc(const Point2& center, double diameter, int corners);

}  // namespace storey::simulator
