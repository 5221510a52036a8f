#include "engine/rooms/even_steps.h"

#include <optional>

#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

/// The edge between two other ends; nothing if it turns by more than directions of one wall may differ.
std::optional<RoomEdge> moved(RoomEdge edge, const Vec2& from, const Vec2& to) {
  const Vec2 direction = (to - from).normalized();
  if (direction.dot(edge.line.direction) < kParallelFaces) return std::nullopt;
  edge.line = {from, direction};
  edge.from = from;
  edge.to = to;
  return edge;
}

/// The ring without its i-th edge, the edges beside it meeting in its middle; nothing if it is no small step
/// between parallel edges.
std::optional<EdgeRing> without_step(const EdgeRing& ring, std::size_t i) {
  const std::size_t n = ring.size();
  const RoomEdge &before = ring[(i + n - 1) % n], &step = ring[i], &after = ring[(i + 1) % n];
  if (n <= 4 || step.length() >= kThinnestWall || before.arc != 0 || after.arc != 0 ||
      before.line.direction.dot(after.line.direction) < kParallelFaces)
    return std::nullopt;
  const Vec2 middle = step.middle();
  std::optional<RoomEdge> first = moved(before, before.from, middle), second = moved(after, middle, after.to);
  if (!first || !second) return std::nullopt;
  EdgeRing evened = ring;
  evened[(i + n - 1) % n] = std::move(*first);
  evened[(i + 1) % n] = std::move(*second);
  evened.erase(evened.begin() + static_cast<std::ptrdiff_t>(i));
  return is_simple(corners(evened)) ? std::optional(std::move(evened)) : std::nullopt;
}

}  // namespace

bool even_steps(std::vector<RoomShape>& rooms) {
  bool any = false;
  for (RoomShape& room : rooms)
    each_ring(room, [&](EdgeRing& ring) {
      for (std::size_t i = 0; i < ring.size();)
        if (auto evened = without_step(ring, i)) {
          ring = std::move(*evened);
          any = true;
        } else {
          ++i;
        }
    });
  return any;
}

}  // namespace storey
