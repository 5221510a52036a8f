// Which triangle a ray meets first.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <optional>
#include <vector>

#include "mesh.h"

namespace storey::simulator {

struct RayHit {
  double t = 0;      ///< in lengths of the direction
  int triangle = 0;  ///< index into Mesh::triangles
};

/// A tree of boxes over the triangles (bounding volume hierarchy, split by the surface area heuristic: Wald,
/// "On fast construction of SAH-based bounding volume hierarchies", 2007), in double precision so that hits
/// are exact to nanometres and the same on every machine. The mesh must outlive it.
class RayTracer {
 public:
  explicit RayTracer(const Mesh& mesh);

  /// The nearest triangle with t_min < t < t_max, of two at the same distance the one with the lower index.
  std::optional<RayHit> nearest(const Eigen::Vector3d& origin, const Eigen::Vector3d& direction, double t_min,
                                double t_max) const;

 private:
  struct Box {
    Eigen::Array3d low = Eigen::Array3d::Constant(1e300), high = Eigen::Array3d::Constant(-1e300);
    void add(const Eigen::Array3d& p) {
      low = low.min(p);
      high = high.max(p);
    }
    void add(const Box& b) {
      low = low.min(b.low);
      high = high.max(b.high);
    }
    double half_surface() const;
  };
  struct Node {
    Box box;
    std::int32_t first =
        0;  ///< of the leaf's triangles in order_, or the left child; the right one follows it
    std::int32_t count = 0;  ///< 0 for inner nodes
  };

  void split(std::int32_t node, std::int32_t first, std::int32_t count);

  const std::vector<Triangle>& triangles_;
  std::vector<Box> boxes_;           ///< of the triangles, while building
  std::vector<std::int32_t> order_;  ///< triangles, leaf by leaf
  std::vector<Node> nodes_;
};

}  // namespace storey::simulator
