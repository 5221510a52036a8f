#include "mesh.h"

namespace storey::simulator {

void Mesh::add_prism(const Ring& ring, const Height& bottom, const Height& top, const Tag& tag) {
  constexpr double kNoHeight = 1e-6;
  for (const Point2& p : ring)
    if (top.at(p) - bottom.at(p) < kNoHeight) return;
  const int solid = solid_count();
  tags_.push_back(tag);
  const auto low = [&](std::size_t i) {
    const Point2& p = ring[i % ring.size()];
    return Eigen::Vector3d(p.x(), p.y(), bottom.at(p));
  };
  const auto high = [&](std::size_t i) {
    const Point2& p = ring[i % ring.size()];
    return Eigen::Vector3d(p.x(), p.y(), top.at(p));
  };
  for (std::size_t i = 1; i + 1 < ring.size(); ++i) {
    triangles_.push_back({low(0), low(i + 1), low(i), solid});
    triangles_.push_back({high(0), high(i), high(i + 1), solid});
  }
  for (std::size_t i = 0; i < ring.size(); ++i) {
    triangles_.push_back({low(i), low(i + 1), high(i + 1), solid});
    triangles_.push_back({low(i), high(i + 1), high(i), solid});
  }
}

void Mesh::add_sheet(const Point2& a, const Point2& b, double bottom, double top, const Tag& tag) {
  const int solid = solid_count();
  tags_.push_back(tag);
  const Eigen::Vector3d p(a.x(), a.y(), bottom), q(b.x(), b.y(), bottom), r(b.x(), b.y(), top),
      s(a.x(), a.y(), top);
  triangles_.push_back({p, q, r, solid});
  triangles_.push_back({p, r, s, solid});
}

}  // namespace storey::simulator
