#include "engine/rooms/straighten.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/rooms/label_cells.h"
#include "engine/scan/directions.h"
#include "engine/scan/gather.h"
#include "engine/scan/lengths.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

constexpr double kCorner = 0.02;       // m² that a corner is worth: steps of 10 by 20 cm are seldom built
constexpr double kOwnLine = 0.05;      // m² that a line is worth which no face gives: few walls are hidden
constexpr std::size_t kMostEdges = 3;  // edges: a notch has three

/// The edges [first, first + count) of a ring left out, and their neighbours going on to where they meet.
struct Change {
  std::size_t first, count;
  std::vector<RoomEdge> joined;  // the neighbours then: two, or one where they lie on one line
  std::vector<Vec2> loop;        // around what the change adds or takes away
};

std::optional<Change> without(const EdgeRing& ring, std::size_t first, std::size_t count) {
  const std::size_t n = ring.size();
  const RoomEdge& before = ring[(first + n - 1) % n];
  const RoomEdge& after = ring[(first + count) % n];
  const bool same = before.line.direction.dot(after.line.direction) > 1 - 1e-12 &&
                    std::abs(before.line.offset(after.from)) < 1e-6;
  Vec2 corner = before.to;
  if (!same) {
    const auto meeting = intersect(before.line, after.line, kLeastTurn);
    if (!meeting) return std::nullopt;
    corner = *meeting;
    if ((corner - before.from).dot(before.line.direction) <= 0 ||
        (after.to - corner).dot(after.line.direction) <= 0)
      return std::nullopt;
  }
  Change change{first, count, {}, {}};
  change.loop.push_back(before.to);
  for (std::size_t k = 0; k < count; ++k) change.loop.push_back(ring[(first + k) % n].to);
  if (same) {
    RoomEdge edge = after;
    edge.from = before.from;
    for (const int face : before.faces)
      if (std::ranges::find(after.faces, face) == after.faces.end()) edge.faces.push_back(face);
    change.joined = {std::move(edge)};
  } else {
    change.loop.push_back(corner);
    change.joined = {before, after};
    change.joined.front().to = change.joined.back().from = corner;
  }
  return change;
}

/// Calls `visit` with each edge of the ring that a change leaves: from that after the gap on around to that
/// before it.
template <class Visit>
void each_left(const EdgeRing& ring, const Change& change, const Visit& visit) {
  const std::size_t n = ring.size();
  visit(change.joined.back());
  for (std::size_t k = 1; k + 1 < n - change.count; ++k) visit(ring[(change.first + change.count + k) % n]);
  if (change.joined.size() == 2) visit(change.joined.front());
}

EdgeRing changed(const EdgeRing& ring, const Change& change) {
  EdgeRing left;
  each_left(ring, change, [&](const RoomEdge& edge) { left.push_back(edge); });
  return left;
}

double unseen(const RoomEdge& edge, const std::vector<WallFace>& faces) {
  return unseen_cost(edge.faces, faces, edge.line, edge.along(edge.line));
}

/// What the raster says against the change, m².
double mislabelled(const RoomRaster& rooms, int label, const std::vector<Vec2>& before,
                   const std::vector<Vec2>& after, const std::vector<Vec2>& loop) {
  Eigen::AlignedBox2d box;
  for (const Vec2& p : loop) box.extend(p);
  double sum = 0;
  for (double x = box.min().x() + kVoxel / 2; x < box.max().x(); x += kVoxel)
    for (double y = box.min().y() + kVoxel / 2; y < box.max().y(); y += kVoxel) {
      const Vec2 p(x, y);
      if (!contains(loop, p)) continue;
      const bool was = contains(before, p), is = contains(after, p);
      if (was == is) continue;
      const bool own = rooms.labels.get(p) == label;
      sum += static_cast<double>(rooms.weights.get(p)) * (own == is ? -1 : 1);
    }
  return sum * kVoxel * kVoxel;
}

/// What it costs that the faces of an edge that is left out lie on no edge any more.
double unexplained(const RoomEdge& edge, const EdgeRing& ring, const Change& change) {
  double nearest = 1e9;
  const Vec2 middle = edge.middle();
  each_left(ring, change, [&](const RoomEdge& other) {
    if (other.line.direction.dot(edge.line.direction) > kLooksAlike)
      nearest = std::min(nearest, distance_to_segment(middle, other.from, other.to));
  });
  return kFaceDepth * edge.coverage * edge.length() * std::min(1.0, nearest / kOwnNoise);
}

/// By how much the ring gets dearer. `costs`: of its edges, where they are not seen.
double dearer(const RoomRaster& rooms, int label, const std::vector<WallFace>& faces, const EdgeRing& ring,
              const std::vector<double>& costs, const Change& change) {
  const std::size_t n = ring.size(), first = change.first, count = change.count;
  double cost = -kCorner * static_cast<double>(count + 2 - change.joined.size());
  for (std::size_t k = 0; k < count + 2; ++k) cost -= costs[(first + n - 1 + k) % n];
  for (const RoomEdge& edge : change.joined) cost += unseen(edge, faces);
  for (std::size_t k = 0; k < count; ++k) {
    const RoomEdge& edge = ring[(first + k) % n];
    cost += edge.faces.empty() ? -kOwnLine : unexplained(edge, ring, change);
  }
  if (cost >= 0) return cost;
  return cost + mislabelled(rooms, label, corners(ring), corners(changed(ring, change)), change.loop);
}

/// The change that makes the ring cheapest, if any makes it cheaper.
std::optional<Change> best_change(const RoomRaster& rooms, int label, const std::vector<WallFace>& faces,
                                  const EdgeRing& ring) {
  std::vector<double> costs;
  for (const RoomEdge& edge : ring) costs.push_back(unseen(edge, faces));
  double best = -1e-9;
  std::optional<Change> chosen;
  for (std::size_t first = 0; first < ring.size(); ++first) {
    double removed = 0;
    for (std::size_t count = 1; count <= kMostEdges && ring.size() >= count + 3; ++count) {
      removed += ring[(first + count - 1) % ring.size()].length();
      if (removed > kHiddenWall) break;
      auto change = without(ring, first, count);
      if (!change) continue;
      const double cost = dearer(rooms, label, faces, ring, costs, *change);
      if (cost >= best || !is_simple(corners(changed(ring, *change)))) continue;
      best = cost;
      chosen = std::move(change);
    }
  }
  return chosen;
}

}  // namespace

void straighten(const RoomRaster& rooms, int label, const std::vector<WallFace>& faces, EdgeRing& ring) {
  while (const std::optional<Change> change = best_change(rooms, label, faces, ring))
    ring = changed(ring, *change);
  for (RoomEdge& edge : ring) {
    edge.coverage = coverage_of(edge, faces);
    edge.glass = is_glass(edge, faces);
  }
}

}  // namespace storey
