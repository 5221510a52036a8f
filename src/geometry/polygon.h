// Rings of points in plan.
#pragma once

#include <vector>

#include "geometry/line.h"

namespace storey {

/// Signed area, m²: positive where the ring runs counter-clockwise.
double signed_area(const std::vector<Vec2>& ring);
Vec2 centroid(const std::vector<Vec2>& ring);
bool contains(const std::vector<Vec2>& ring, const Vec2& p);
/// No two edges of the ring cross or touch but at shared corners.
bool is_simple(const std::vector<Vec2>& ring);
/// The open segments a–b and c–d cross.
bool segments_cross(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d);
double distance_to_segment(const Vec2& p, const Vec2& a, const Vec2& b);
/// To the nearest edge, from either side.
double distance_to_ring(const Vec2& p, const std::vector<Vec2>& ring);

}  // namespace storey
