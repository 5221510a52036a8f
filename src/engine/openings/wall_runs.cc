#include "engine/openings/wall_runs.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "engine/scan/directions.h"

namespace storey {
namespace {

constexpr double kSameFace = 0.015;  // m: what elevations count as on a face in a quiet scan
constexpr double kTouching = 0.05;   // m between the ends of two pieces

Vec2 back_at(const WallPiece& piece, bool at_end) {
  return piece.front.at(at_end ? piece.extent.to : piece.extent.from) -
         (at_end ? piece.back_to : piece.back_from) * piece.front.normal();
}

/// The piece found from its other face.
WallPiece turned(const WallPiece& piece) {
  WallPiece other = piece;
  const Vec2 from = back_at(piece, true), to = back_at(piece, false);
  other.front = {from, (to - from).normalized()};
  other.extent = {0, (to - from).norm()};
  other.back_from = piece.back_to;
  other.back_to = piece.back_from;
  return other;
}

/// Does `piece` lie in the plane of the run, face on face? The assumed backs of outer walls say nothing.
bool in_plane(const WallPiece& run, const WallPiece& piece) {
  if (run.front.direction.dot(piece.front.direction) < kParallelFaces) return false;
  for (const bool at_end : {false, true}) {
    const Vec2 face = piece.front.at(at_end ? piece.extent.to : piece.extent.from);
    if (std::abs(run.front.offset(face)) > kSameFace) return false;
    const bool near_end = run.front.along(face) > run.extent.from + run.extent.length() / 2;
    const double depth = near_end ? run.back_to : run.back_from;
    if (run.back_seen() && std::abs(-run.front.offset(back_at(piece, at_end)) - depth) > kSameFace)
      return false;
  }
  return true;
}

/// Adds `piece` at the end of the run that it touches.
bool append(const WallPiece& piece, WallPiece& run) {
  if (!in_plane(run, piece)) return false;
  const double from = run.front.along(piece.front.at(piece.extent.from));
  const double to = run.front.along(piece.front.at(piece.extent.to));
  if (std::abs(from - run.extent.to) < kTouching && to > run.extent.to) {
    run.extent.to = to;
    run.back_to = piece.back_to;
    return true;
  }
  if (std::abs(to - run.extent.from) < kTouching && from < run.extent.from) {
    run.extent.from = from;
    run.back_from = piece.back_from;
    return true;
  }
  return false;
}

bool join(const WallPiece& piece, WallPiece& run) {
  if (piece.two_sided() != run.two_sided() || piece.back_seen() != run.back_seen() ||
      piece.glass != run.glass)
    return false;
  return append(piece, run) || (piece.two_sided() && append(turned(piece), run));
}

}  // namespace

std::vector<WallRun> join_runs(const std::vector<WallPiece>& walls) {
  std::vector<int> order(walls.size());
  std::iota(order.begin(), order.end(), 0);
  const auto wall = [&](int i) -> const WallPiece& { return walls[static_cast<std::size_t>(i)]; };
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return wall(a).extent.length() > wall(b).extent.length(); });
  std::vector<WallRun> runs;
  while (!order.empty()) {
    WallRun run{wall(order.front()), {order.front()}};
    order.erase(order.begin());
    for (auto next = order.begin(); next != order.end();) {
      if (!join(wall(*next), run.whole)) {
        ++next;
        continue;
      }
      run.pieces.push_back(*next);
      order.erase(next);
      next = order.begin();  // what did not touch the run before may touch it now
    }
    runs.push_back(std::move(run));
  }
  return runs;
}

Interval span_on_piece(const WallRun& run, const WallPiece& piece, const Interval& span) {
  const double a = piece.front.along(run.whole.front.at(span.from));
  const double b = piece.front.along(run.whole.front.at(span.to));
  return {std::min(a, b), std::max(a, b)};
}

int piece_at(const WallRun& run, const std::vector<WallPiece>& walls, const Interval& span) {
  const auto shared = [&](int i) {
    const WallPiece& piece = walls[static_cast<std::size_t>(i)];
    return overlap(span_on_piece(run, piece, span), piece.extent);
  };
  return *std::max_element(run.pieces.begin(), run.pieces.end(),
                           [&](int a, int b) { return shared(a) < shared(b); });
}

}  // namespace storey
