#include "ray_tracer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace storey::simulator {
namespace {

constexpr int kLeafSize = 4;
constexpr int kBins = 12;
constexpr int kDeepestTree = 64;

/// Moeller and Trumbore, "Fast, minimum storage ray/triangle intersection", 1997; both sides count.
std::optional<double> meet(const Triangle& triangle, const Eigen::Vector3d& origin,
                           const Eigen::Vector3d& direction) {
  constexpr double kEdge = 1e-9;  // a ray through a shared edge meets at least one of its triangles
  const Eigen::Vector3d ab = triangle.b - triangle.a;
  const Eigen::Vector3d ac = triangle.c - triangle.a;
  const Eigen::Vector3d p = direction.cross(ac);
  const double determinant = ab.dot(p);
  if (determinant == 0) return std::nullopt;
  const Eigen::Vector3d from_a = origin - triangle.a;
  const double u = from_a.dot(p) / determinant;
  if (!(u >= -kEdge && u <= 1 + kEdge)) return std::nullopt;
  const Eigen::Vector3d q = from_a.cross(ab);
  const double v = direction.dot(q) / determinant;
  if (!(v >= -kEdge && u + v <= 1 + kEdge)) return std::nullopt;
  return ac.dot(q) / determinant;
}

}  // namespace

double RayTracer::Box::half_surface() const {
  const Eigen::Array3d d = (high - low).max(0);
  return d.x() * d.y() + d.y() * d.z() + d.z() * d.x();
}

RayTracer::RayTracer(const Mesh& mesh) : triangles_(mesh.triangles()) {
  for (const Triangle& t : triangles_) {
    Box box;
    for (const Eigen::Vector3d& p : {t.a, t.b, t.c}) box.add(p.array());
    boxes_.push_back(box);
  }
  order_.resize(triangles_.size());
  std::iota(order_.begin(), order_.end(), 0);
  nodes_.emplace_back();
  if (!order_.empty()) split(0, 0, static_cast<std::int32_t>(order_.size()));
  boxes_ = {};
}

void RayTracer::split(std::int32_t node, std::int32_t first, std::int32_t count) {
  Box centers;
  for (std::int32_t i = first; i < first + count; ++i) {
    const Box& box = boxes_[order_[i]];
    nodes_[node].box.add(box);
    centers.add((box.low + box.high) / 2);
  }
  nodes_[node].first = first;
  nodes_[node].count = count;
  if (count <= kLeafSize) return;

  int axis = 0;
  (centers.high - centers.low).maxCoeff(&axis);
  const double low = centers.low[axis], extent = centers.high[axis] - low;
  if (!(extent > 0)) return;
  const auto bin_of = [&](std::int32_t triangle) {
    const double center = (boxes_[triangle].low[axis] + boxes_[triangle].high[axis]) / 2;
    return std::min(kBins - 1, static_cast<int>((center - low) / extent * kBins));
  };
  std::array<Box, kBins> bins;
  std::array<int, kBins> sizes{};
  for (std::int32_t i = first; i < first + count; ++i) {
    const int bin = bin_of(order_[i]);
    bins[bin].add(boxes_[order_[i]]);
    ++sizes[bin];
  }
  std::array<double, kBins> right_cost{};
  Box right;
  for (int bin = kBins - 1, size = 0; bin > 0; --bin) {
    right.add(bins[bin]);
    right_cost[bin] = right.half_surface() * (size += sizes[bin]);
  }
  Box left;
  int best = 1;
  double best_cost = 1e300;
  for (int bin = 1, size = 0; bin < kBins; ++bin) {
    left.add(bins[bin - 1]);
    size += sizes[bin - 1];
    const double cost = left.half_surface() * size + right_cost[bin];
    if (size > 0 && size < count && cost < best_cost) best = bin, best_cost = cost;
  }
  const auto middle = std::stable_partition(order_.begin() + first, order_.begin() + first + count,
                                            [&](std::int32_t triangle) { return bin_of(triangle) < best; });
  const auto left_count = static_cast<std::int32_t>(middle - (order_.begin() + first));
  const auto child = static_cast<std::int32_t>(nodes_.size());
  nodes_.resize(nodes_.size() + 2);
  nodes_[node].first = child;
  nodes_[node].count = 0;
  split(child, first, left_count);
  split(child + 1, first + left_count, count - left_count);
}

std::optional<RayHit> RayTracer::nearest(const Eigen::Vector3d& origin, const Eigen::Vector3d& direction,
                                         double t_min, double t_max) const {
  const Eigen::Array3d inverse = direction.array().inverse();
  // Where the ray enters the box; beyond t_max if it misses. Ordering of min and max makes 0 · inf harmless.
  const auto entry = [&](const Box& box, double limit) {
    double enter = t_min, leave = limit;
    for (int k = 0; k < 3; ++k) {
      double a = (box.low[k] - origin[k]) * inverse[k];
      double b = (box.high[k] - origin[k]) * inverse[k];
      if (a > b) std::swap(a, b);
      if (a > enter) enter = a;
      if (b < leave) leave = b;
    }
    constexpr double kSlack = 1e-9;
    return enter <= leave + kSlack ? enter : 1e300;
  };
  std::optional<RayHit> best;
  double limit = t_max;
  std::array<std::int32_t, kDeepestTree> stack{};
  int depth = 0;
  std::int32_t current = 0;
  if (triangles_.empty() || entry(nodes_[0].box, limit) > limit) return best;
  for (;;) {
    const Node& node = nodes_[current];
    if (node.count > 0) {
      for (std::int32_t i = node.first; i < node.first + node.count; ++i) {
        const auto t = meet(triangles_[order_[i]], origin, direction);
        if (!t || !(*t > t_min) || *t > limit) continue;
        if (*t == limit && (!best || best->triangle < order_[i])) continue;
        limit = *t;
        best = RayHit{*t, order_[i]};
      }
    } else {
      double near = entry(nodes_[node.first].box, limit), far = entry(nodes_[node.first + 1].box, limit);
      std::int32_t near_child = node.first, far_child = node.first + 1;
      if (far < near) std::swap(near, far), std::swap(near_child, far_child);
      if (far <= limit && depth < kDeepestTree) stack[depth++] = far_child;
      if (near <= limit) {
        current = near_child;
        continue;
      }
    }
    if (depth == 0) return best;
    current = stack[--depth];
  }
}

}  // namespace storey::simulator
