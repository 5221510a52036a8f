// Areas of the plane and what they have in common: union, difference, growing. Rings in millimetres of the
// sheet, computed on a grid of a micrometre (Vatti's algorithm, as Clipper implements it).
#pragma once

#include <vector>

#include "storey/plan.h"

namespace storey::drawing {

/// Outer rings counter-clockwise, holes clockwise; none crosses another.
using Region = std::vector<Ring>;

/// The union of `rings`, each filled whatever its direction. Gaps of up to `close_gaps` mm between them
/// vanish.
Region unite(const std::vector<Ring>& rings, double close_gaps = 0);

/// What is in one of two regions; their holes stay where the other does not fill them.
Region add(const Region& a, const Region& b);

/// What is in `from` and not in `taken`.
Region subtract(const Region& from, const Region& taken);
Region intersect(const Region& a, const Region& b);

/// `region` grown by `mm` with mitred corners; shrunk where negative.
Region grow(const Region& region, double mm);

/// Signed area of a ring, mm²: positive counter-clockwise.
double signed_area(const Ring& ring);

/// Inside by the even-odd rule; points on the border may count either way.
bool contains(const Region& region, const Point2& p);

/// Where the segment a-b crosses the rings' edges; touching counts.
bool crosses(const Region& region, const Point2& a, const Point2& b);

}  // namespace storey::drawing
