#include "engine/openings/voids/elevation.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <optional>
#include <span>

#include "base/parallel.h"
#include "engine/scan/gather.h"

namespace storey {
namespace {

constexpr double kBefore = 0.60;      // m before a face that may hide it
constexpr double kClose = 0.12;       // m before a face in which leaves slide
constexpr double kOuterDepth = 0.55;  // m behind the face of an outer wall in which its reveals lie
constexpr double kPaneDepth = 0.35;   // m behind it in which panes and blinds stand, of old walls too
constexpr double kNicheDepth = 0.80;  // m behind it in which the backs of niches and bookcases lie
constexpr double kNoises = 3;         // factor on the noise, within which a hit is on its face
constexpr double kSharpest = 0.012;   // m about a face: plaster is as uneven
constexpr double kBluntest = 0.030;   // m about a face: thin walls have the other face there
constexpr double kUnderFloor = 0.05;  // m under the floor: noise, and floors that slope
constexpr double kMargin = 0.10;      // m past the ends

double back_depth(const WallPiece& wall, double s) {
  const double share = (s - wall.extent.from) / wall.extent.length();
  return wall.back_from + std::clamp(share, 0.0, 1.0) * (wall.back_to - wall.back_from);
}

/// Which walls are near each cell of plan.
Grid<std::vector<std::int32_t>> index_walls(const std::vector<WallPiece>& walls, const GridFrame& extent) {
  GridFrame frame = extent;
  frame.cell = 0.25;
  frame.columns = static_cast<int>(std::ceil(extent.columns * extent.cell / frame.cell)) + 1;
  frame.rows = static_cast<int>(std::ceil(extent.rows * extent.cell / frame.cell)) + 1;
  Grid<std::vector<std::int32_t>> near(frame);
  for (std::size_t w = 0; w < walls.size(); ++w) {
    const WallPiece& wall = walls[w];
    const double behind = wall.two_sided() ? wall.thickness() + kBefore : kNicheDepth;
    for (double s = wall.extent.from - kMargin; s <= wall.extent.to + kMargin + 0.1; s += 0.1)
      for (double d = -kBefore; d <= behind + 0.1; d += 0.1) {
        const Vec2 p = wall.front.at(s) - d * wall.front.normal();
        const int c = frame.column(p.x()), r = frame.row(p.y());
        if (!frame.inside(c, r)) continue;
        auto& list = near.at(c, r);
        if (list.empty() || list.back() != static_cast<std::int32_t>(w))
          list.push_back(static_cast<std::int32_t>(w));
      }
  }
  return near;
}

std::uint8_t classify(const WallPiece& wall, double s, double depth, double tolerance) {
  if (std::abs(depth) <= tolerance) return kOnFront;
  if (depth < 0) return depth < -kBefore ? 0 : depth < -kClose ? kBeforeFront : kBeforeFront | kCloseFront;
  const int deep = !wall.two_sided() && depth > kPaneDepth && depth < kNicheDepth ? kDeep : 0;
  if (!wall.back_seen()) return static_cast<std::uint8_t>(depth < kOuterDepth ? kInside | deep : deep);
  const double behind = depth - back_depth(wall, s);
  if (!wall.two_sided() && behind > tolerance) return 0;
  if (std::abs(behind) <= tolerance) return kOnBack;
  if (behind < 0) return static_cast<std::uint8_t>(kInside | deep);
  return behind > kBefore ? 0 : behind > kClose ? kBeforeBack : kBeforeBack | kCloseBack;
}

Elevation empty_elevation(const WallPiece& wall, double height, double tolerance) {
  Elevation elevation;
  elevation.from = wall.extent.from;
  elevation.columns = std::max(1, static_cast<int>(std::ceil(wall.extent.length() / elevation.step)));
  elevation.rows = std::max(1, static_cast<int>(std::ceil(height / elevation.rise)));
  elevation.cells.assign(
      static_cast<std::size_t>(elevation.columns) * static_cast<std::size_t>(elevation.rows), 0);
  elevation.tolerance = tolerance;
  elevation.outer = !wall.two_sided();
  elevation.depth = wall.back_seen() ? wall.thickness() : kOuterDepth;
  return elevation;
}

struct HitOfWall {
  std::int32_t wall = 0;
  WallHit hit;
};

/// Marks what is hit at `p` and `z` (m above the floor) in the cells; several threads may do so at once. The
/// hit itself, if it is one of those that the elevation keeps.
std::optional<WallHit> draw_hit(const WallPiece& wall, const Vec2& p, double z, Elevation& elevation) {
  const double s = wall.front.along(p), depth = -wall.front.offset(p);
  if (s < wall.extent.from - kMargin || s > wall.extent.to + kMargin) return std::nullopt;
  const std::uint8_t bit = classify(wall, s, depth, elevation.tolerance);
  const int column = static_cast<int>(std::floor((s - elevation.from) / elevation.step));
  const int row = static_cast<int>(std::floor(z / elevation.rise));
  if (bit != 0 && column >= 0 && column < elevation.columns && row >= 0 && row < elevation.rows)
    std::atomic_ref(
        elevation.cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(elevation.columns) +
                        static_cast<std::size_t>(column)])
        .fetch_or(bit, std::memory_order_relaxed);
  if ((bit & (kOnFront | kOnBack | kInside | kCloseFront | kCloseBack)) == 0) return std::nullopt;
  return WallHit{static_cast<float>(s), static_cast<float>(depth), static_cast<float>(z)};
}

}  // namespace

std::vector<Elevation> draw_elevations(const LevelCloud& cloud, const StoreyRaster& raster,
                                       const std::vector<WallPiece>& walls, double noise, int threads) {
  std::vector<Elevation> elevations(walls.size());
  const double tolerance = std::clamp(kNoises * noise, kSharpest, kBluntest);
  const double height = raster.level.top_z - raster.level.floor_z;
  for (std::size_t w = 0; w < walls.size(); ++w) elevations[w] = empty_elevation(walls[w], height, tolerance);
  const auto near = index_walls(walls, raster.columns.frame);
  const auto draw_part = [&](std::span<const Surfel> surfels) {
    std::vector<HitOfWall> hits;
    for (const Surfel& surfel : surfels) {
      const double z = static_cast<double>(surfel.mean.z()) - raster.level.floor_z;
      if (z < -kUnderFloor || z > height) continue;
      const Vec2 p = surfel.mean.head<2>().cast<double>();
      const int c = near.frame.column(p.x()), r = near.frame.row(p.y());
      if (!near.frame.inside(c, r)) continue;
      for (const std::int32_t w : near.at(c, r)) {
        const auto wall = static_cast<std::size_t>(w);
        if (const auto hit = draw_hit(walls[wall], p, z, elevations[wall])) hits.push_back({w, *hit});
      }
    }
    return hits;
  };
  // No result hangs on these two; the second bounds what is kept twice.
  constexpr std::size_t kParts = 16;  // factor on it, after which hits are handed over
  const std::span<const Surfel> all = cloud.surfels;
  for (std::size_t first = 0; first < all.size(); first += kParts * kVoxelsTogether) {
    std::array<std::vector<HitOfWall>, kParts> parts;
    parallel_for(kParts, threads, [&](std::size_t part) {
      const std::size_t from = std::min(all.size(), first + part * kVoxelsTogether);
      parts[part] = draw_part(all.subspan(from, std::min(kVoxelsTogether, all.size() - from)));
    });
    for (const std::vector<HitOfWall>& part : parts)
      for (const HitOfWall& hit : part)
        elevations[static_cast<std::size_t>(hit.wall)].hits.push_back(hit.hit);
  }
  return elevations;
}

}  // namespace storey
