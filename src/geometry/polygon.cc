#include "geometry/polygon.h"

#include <algorithm>
#include <limits>

namespace storey {

double signed_area(const std::vector<Vec2>& ring) {
  double twice = 0;
  for (std::size_t i = 0; i < ring.size(); ++i)
    twice += cross(ring[i] - ring[0], ring[(i + 1) % ring.size()] - ring[0]);
  return twice / 2;
}

Vec2 centroid(const std::vector<Vec2>& ring) {
  Vec2 sum = Vec2::Zero();
  double twice = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2 a = ring[i] - ring[0], b = ring[(i + 1) % ring.size()] - ring[0];
    const double w = cross(a, b);
    sum += w * (a + b) / 3;
    twice += w;
  }
  return std::abs(twice) > 1e-12 ? Vec2(ring[0] + sum / twice) : ring[0];
}

bool contains(const std::vector<Vec2>& ring, const Vec2& p) {
  bool inside = false;
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
    const Vec2 &a = ring[i], &b = ring[j];
    if ((a.y() > p.y()) != (b.y() > p.y()) &&
        p.x() < (b.x() - a.x()) * (p.y() - a.y()) / (b.y() - a.y()) + a.x())
      inside = !inside;
  }
  return inside;
}

bool segments_cross(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) {
  const double abc = cross(b - a, c - a), abd = cross(b - a, d - a);
  const double cda = cross(d - c, a - c), cdb = cross(d - c, b - c);
  return (abc > 0) != (abd > 0) && (cda > 0) != (cdb > 0);
}

bool is_simple(const std::vector<Vec2>& ring) {
  const std::size_t n = ring.size();
  if (n < 3) return false;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 2; j < n; ++j) {
      if (i == 0 && j == n - 1) continue;
      if (segments_cross(ring[i], ring[(i + 1) % n], ring[j], ring[(j + 1) % n])) return false;
    }
  return true;
}

double distance_to_segment(const Vec2& p, const Vec2& a, const Vec2& b) {
  const Vec2 d = b - a;
  const double length = d.squaredNorm();
  const double t = length > 0 ? std::clamp((p - a).dot(d) / length, 0.0, 1.0) : 0.0;
  return (p - (a + t * d)).norm();
}

double distance_to_ring(const Vec2& p, const std::vector<Vec2>& ring) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < ring.size(); ++i)
    least = std::min(least, distance_to_segment(p, ring[i], ring[(i + 1) % ring.size()]));
  return least;
}

}  // namespace storey
