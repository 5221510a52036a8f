#include "engine/walls/wall_runs.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"

namespace storey {
namespace {

/// The piece found from its other face.
WallPiece turned(const WallPiece& piece) {
  WallPiece other = piece;
  const Vec2 from = back_at(piece, piece.extent.to), to = back_at(piece, piece.extent.from);
  other.front = {from, (to - from).normalized()};
  other.extent = {0, (to - from).norm()};
  other.back_from = piece.back_to;
  other.back_to = piece.back_from;
  return other;
}

/// m between the end of `piece` and `next`, if wall goes on in it, face on face. The assumed backs of outer
/// walls say nothing.
std::optional<double> gap_before(const WallPiece& next, const WallPiece& piece) {
  if (piece.front.direction.dot(next.front.direction) < kNearlyParallel) return std::nullopt;
  const Vec2 begins = next.front.at(next.extent.from);
  const double gap = piece.front.along(begins) - piece.extent.to;
  if (std::abs(gap) > kSmallGap || std::abs(piece.front.offset(begins)) > kStandsOut) return std::nullopt;
  if (piece.back_seen() &&
      std::abs(-piece.front.offset(back_at(next, next.extent.from)) - piece.back_to) > kStandsOut)
    return std::nullopt;
  return gap;
}

/// Adds the wall piece of this index, as `wall`, at the end of the run that it touches.
bool append(int piece, const WallPiece& wall, WallRun& run) {
  if (const auto gap = gap_before(wall, run.parts.back().wall)) {
    run.parts.push_back({piece, wall, run.to() + *gap});
    return true;
  }
  if (const auto gap = gap_before(run.parts.front().wall, wall)) {
    run.parts.insert(run.parts.begin(), {piece, wall, run.from() - *gap - wall.extent.length()});
    return true;
  }
  return false;
}

bool join(int piece, const WallPiece& wall, WallRun& run) {
  if (wall.two_sided() != run.two_sided() || wall.back_seen() != run.back_seen() || wall.glass != run.glass())
    return false;
  return append(piece, wall, run) || (wall.two_sided() && append(piece, turned(wall), run));
}

}  // namespace

const RunPart& WallRun::part_at(const Interval& span) const {
  const auto shared = [&](const RunPart& part) { return overlap(span, {part.from, part.to()}); };
  return *std::ranges::max_element(parts, {}, shared);
}

Vec2 WallRun::at(double s, double depth) const {
  const RunPart& part = part_at({s, s});
  return part.wall.front.at(part.along_piece(s)) - depth * part.wall.front.normal();
}

std::vector<WallRun> join_runs(const std::vector<WallPiece>& walls) {
  std::vector<int> order(walls.size());
  std::iota(order.begin(), order.end(), 0);
  const auto wall = [&](int i) -> const WallPiece& { return walls[static_cast<std::size_t>(i)]; };
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](int i) { return wall(i).extent.length(); });
  std::vector<WallRun> runs;
  while (!order.empty()) {
    const int longest = order.front();
    WallRun run{{{longest, wall(longest), wall(longest).extent.from}}};
    order.erase(order.begin());
    for (auto next = order.begin(); next != order.end();) {
      if (!join(*next, wall(*next), run)) {
        ++next;
        continue;
      }
      order.erase(next);
      next = order.begin();  // what did not touch the run before may touch it now
    }
    runs.push_back(std::move(run));
  }
  return runs;
}

Interval span_on_piece(const RunPart& part, const WallPiece& piece, const Interval& span) {
  return span_along(piece.front, part.wall.front.at(part.along_piece(span.from)),
                    part.wall.front.at(part.along_piece(span.to)));
}

}  // namespace storey
