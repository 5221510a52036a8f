#include "engine/stages/straighten.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/stages/label_cells.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

constexpr double kCorner = 0.02;       // m² that a corner is worth: steps of 10 by 20 cm are seldom built
constexpr double kOwnLine = 0.05;      // m² that a line is worth which no face gives: few walls are hidden
constexpr double kMostRemoved = 2.5;   // m of outline left out at once: so far walls go on, hidden
constexpr std::size_t kMostEdges = 3;  // edges: a notch has three
constexpr double kNearlyOn = 0.06;     // m: a face so far from the outline is not explained by it at all
constexpr double kMinTurn = 0.035;     // sine of 2°: where flatter lines meet, noise decides
constexpr double kSample = 0.02;       // m: half a cell of the raster

/// The edges [first, first + count) of a ring replaced by their neighbours going on to where they meet.
struct Change {
  EdgeRing ring;
  std::vector<Vec2> loop;  // around what the change adds or takes away
};

std::optional<Change> without(const EdgeRing& ring, std::size_t first, std::size_t count) {
  const std::size_t n = ring.size();
  const RoomEdge& before = ring[(first + n - 1) % n];
  const RoomEdge& after = ring[(first + count) % n];
  const bool same = before.line.direction.dot(after.line.direction) > 1 - 1e-12 &&
                    std::abs(before.line.offset(after.from)) < 1e-6;
  Vec2 corner = before.to;
  if (!same) {
    const auto meeting = intersect(before.line, after.line, kMinTurn);
    if (!meeting) return std::nullopt;
    corner = *meeting;
    if ((corner - before.from).dot(before.line.direction) <= 0 ||
        (after.to - corner).dot(after.line.direction) <= 0)
      return std::nullopt;
  }
  Change change;
  change.loop.push_back(before.to);
  for (std::size_t k = 0; k < count; ++k) change.loop.push_back(ring[(first + k) % n].to);
  if (!same) change.loop.push_back(corner);
  for (std::size_t k = 0; k < n - count; ++k) change.ring.push_back(ring[(first + count + k) % n]);
  if (same) {
    change.ring.front().from = before.from;
    for (const int face : before.faces)
      if (std::find(after.faces.begin(), after.faces.end(), face) == after.faces.end())
        change.ring.front().faces.push_back(face);
    change.ring.pop_back();
  } else {
    change.ring.front().from = corner;
    change.ring.back().to = corner;
  }
  return change;
}

double unseen(const RoomEdge& edge, const std::vector<WallFace>& faces) {
  return unseen_cost(edge.faces, faces, edge.line, {edge.line.along(edge.from), edge.line.along(edge.to)});
}

/// What the raster says against the change, m².
double mislabelled(const RoomRaster& rooms, int label, const std::vector<Vec2>& before,
                   const std::vector<Vec2>& after, const std::vector<Vec2>& loop) {
  Vec2 low = loop.front(), high = loop.front();
  for (const Vec2& p : loop) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  double sum = 0;
  for (double x = low.x() + kSample / 2; x < high.x(); x += kSample)
    for (double y = low.y() + kSample / 2; y < high.y(); y += kSample) {
      const Vec2 p(x, y);
      if (!contains(loop, p)) continue;
      const bool was = contains(before, p), is = contains(after, p);
      if (was == is) continue;
      const bool own = rooms.labels.get(p) == label;
      sum += static_cast<double>(rooms.weights.get(p)) * (own == is ? -1 : 1);
    }
  return sum * kSample * kSample;
}

/// What it costs that the faces of an edge that is left out lie on no edge any more.
double unexplained(const RoomEdge& edge, const EdgeRing& after) {
  constexpr double kAlike = 0.7;  // cosine of 45°: edges that turn by more face elsewhere
  double nearest = 1e9;
  const Vec2 middle = (edge.from + edge.to) / 2;
  for (const RoomEdge& other : after)
    if (other.line.direction.dot(edge.line.direction) > kAlike)
      nearest = std::min(nearest, distance_to_segment(middle, other.from, other.to));
  return kFaceDepth * edge.coverage * edge.length() * std::min(1.0, nearest / kNearlyOn);
}

/// By how much the ring gets dearer.
double dearer(const RoomRaster& rooms, int label, const std::vector<WallFace>& faces, const EdgeRing& ring,
              std::size_t first, std::size_t count, const Change& change) {
  const std::size_t n = ring.size();
  double cost = kCorner * (static_cast<double>(change.ring.size()) - static_cast<double>(n));
  for (std::size_t k = 0; k < count + 2; ++k) cost -= unseen(ring[(first + n - 1 + k) % n], faces);
  cost += unseen(change.ring.front(), faces);
  if (change.ring.size() + count == n) cost += unseen(change.ring.back(), faces);
  for (std::size_t k = 0; k < count; ++k) {
    const RoomEdge& edge = ring[(first + k) % n];
    cost += edge.faces.empty() ? -kOwnLine : unexplained(edge, change.ring);
  }
  if (cost >= 0) return cost;
  return cost + mislabelled(rooms, label, corners(ring), corners(change.ring), change.loop);
}

}  // namespace

void straighten(const RoomRaster& rooms, int label, const std::vector<WallFace>& faces, EdgeRing& ring) {
  for (;;) {
    double best = -1e-9;
    std::optional<Change> chosen;
    for (std::size_t first = 0; first < ring.size(); ++first) {
      double removed = 0;
      for (std::size_t count = 1; count <= kMostEdges && ring.size() >= count + 3; ++count) {
        removed += ring[(first + count - 1) % ring.size()].length();
        if (removed > kMostRemoved) break;
        auto change = without(ring, first, count);
        if (!change) continue;
        const double cost = dearer(rooms, label, faces, ring, first, count, *change);
        if (cost >= best || !is_simple(corners(change->ring))) continue;
        best = cost;
        chosen = std::move(change);
      }
    }
    if (!chosen) break;
    ring = std::move(chosen->ring);
  }
  for (RoomEdge& edge : ring) {
    edge.coverage = coverage_of(edge, faces);
    edge.glass = is_glass(edge, faces);
  }
}

}  // namespace storey
