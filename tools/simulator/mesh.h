// Triangles that beams meet, grouped into closed solids.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "scene.h"

namespace storey::simulator {

/// What a solid is to the building.
enum class Part {
  kWall,     ///< wall, column, or solid built against a wall: its upright sides are faces of the plan
  kFloor,    ///< slabs, raised floors
  kCeiling,  ///< slabs, dropped and sloped ceilings
  kOpening,  ///< leaf, frame, pane of an opening
  kProbe,    ///< no matter: tells that a beam went through an opening
  kOther,    ///< furniture, people, the world outside
};

struct Tag {
  Part part = Part::kOther;
  Surface surface = Surface::kPlaster;
  int storey = 0;
  int element = -1;  ///< kOpening, kProbe: index of the opening in its storey
};

/// Corners run counter-clockwise seen from outside the solid.
struct Triangle {
  Eigen::Vector3d a, b, c;
  int solid = 0;
};

/// A height over the plane: z = base + slope · (x, y).
struct Height {
  double base = 0;
  Eigen::Vector2d slope{0, 0};
  double at(const Point2& p) const { return base + slope.dot(p); }
};

class Mesh {
 public:
  /// A closed prism over a convex counter-clockwise ring. Prisms without height are left out.
  void add_prism(const Ring& ring, const Height& bottom, const Height& top, const Tag& tag);
  void add_prism(const Ring& ring, double bottom, double top, const Tag& tag) {
    add_prism(ring, Height{bottom, {0, 0}}, Height{top, {0, 0}}, tag);
  }
  /// An upright rectangle over the line from a to b: no solid, for probes.
  void add_sheet(const Point2& a, const Point2& b, double bottom, double top, const Tag& tag);

  const std::vector<Triangle>& triangles() const { return triangles_; }
  const Tag& tag(const Triangle& triangle) const { return tags_[static_cast<std::size_t>(triangle.solid)]; }
  int solid_count() const { return static_cast<int>(tags_.size()); }

 private:
  std::vector<Triangle> triangles_;
  std::vector<Tag> tags_;  ///< one per solid
};

}  // namespace storey::simulator
