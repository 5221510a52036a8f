#include "engine/openings/voids/elevation.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <optional>
#include <span>

#include "base/parallel.h"
#include "engine/openings/voids/face_hits.h"
#include "engine/scan/gather.h"
#include "engine/scan/lengths.h"
#include "engine/scan/surface_noise.h"
#include "engine/storeys/storey_raster.h"

namespace storey {
namespace {

constexpr double kBefore = 0.60;     // m before a face that may hide it
constexpr double kPaneDepth = 0.35;  // m behind it in which panes and blinds stand, of old walls too
constexpr double kSharpest = 0.012;  // m about a face: plaster is as uneven

/// A part of a run, and what of it an elevation shows: up to half way to the next parts, and a little past
/// the ends of the run.
struct Stretch {
  std::size_t run = 0;
  const RunPart* part = nullptr;
  Interval shown;  ///< along the part's front, m
};

std::vector<Stretch> stretches_of(const std::vector<WallRun>& runs) {
  std::vector<Stretch> stretches;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    const std::vector<RunPart>& parts = runs[r].parts;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const double from = i == 0 ? runs[r].from() - kCasing : (parts[i - 1].to() + parts[i].from) / 2;
      const double to =
          i + 1 == parts.size() ? runs[r].to() + kCasing : (parts[i].to() + parts[i + 1].from) / 2;
      stretches.push_back({r, &parts[i], {parts[i].along_piece(from), parts[i].along_piece(to)}});
    }
  }
  return stretches;
}

/// Which stretches are near each cell of plan.
Grid<std::vector<std::int32_t>> index_stretches(const std::vector<Stretch>& stretches,
                                                const GridFrame& extent) {
  GridFrame frame = extent;
  frame.cell = 0.25;
  frame.columns = static_cast<int>(std::ceil(extent.columns * extent.cell / frame.cell)) + 1;
  frame.rows = static_cast<int>(std::ceil(extent.rows * extent.cell / frame.cell)) + 1;
  Grid<std::vector<std::int32_t>> near(frame);
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    const WallPiece& wall = stretches[i].part->wall;
    const double behind = wall.two_sided() ? wall.thickness() + kBefore : kThickestWall;
    for (double s = stretches[i].shown.from; s <= stretches[i].shown.to + 0.1; s += 0.1)
      for (double d = -kBefore; d <= behind + 0.1; d += 0.1) {
        const Vec2 p = wall.front.at(s) - d * wall.front.normal();
        std::vector<std::int32_t>* const list = near.find(p);
        if (list != nullptr && (list->empty() || list->back() != static_cast<std::int32_t>(i)))
          list->push_back(static_cast<std::int32_t>(i));
      }
  }
  return near;
}

std::uint8_t classify(const WallPiece& wall, double s, double depth, double tolerance) {
  if (std::abs(depth) <= tolerance) return kOnFront;
  if (depth < 0)
    return depth < -kBefore ? 0 : depth < -kBesideLeaf ? kBeforeFront : kBeforeFront | kCloseFront;
  const int deep = !wall.two_sided() && depth > kPaneDepth && depth < kThickestWall ? kDeep : 0;
  if (!wall.back_seen()) return static_cast<std::uint8_t>(depth < kNarrowestRoom ? kInside | deep : deep);
  const double behind = depth - wall.back_at(std::clamp(s, wall.extent.from, wall.extent.to));
  if (!wall.two_sided() && behind > tolerance) return 0;
  if (std::abs(behind) <= tolerance) return kOnBack;
  if (behind < 0) return static_cast<std::uint8_t>(kInside | deep);
  return behind > kBefore ? 0 : behind > kBesideLeaf ? kBeforeBack : kBeforeBack | kCloseBack;
}

Elevation empty_elevation(const WallRun& run, double height, double tolerance) {
  Elevation elevation;
  elevation.from = run.from();
  elevation.columns = std::max(1, static_cast<int>(std::ceil(run.length() / elevation.step)));
  elevation.rows = std::max(1, static_cast<int>(std::ceil(height / elevation.rise)));
  elevation.cells.assign(
      static_cast<std::size_t>(elevation.columns) * static_cast<std::size_t>(elevation.rows), 0);
  elevation.tolerance = tolerance;
  elevation.outer = !run.two_sided();
  elevation.depth = run.back_seen() ? run.thickness() : kNarrowestRoom;
  return elevation;
}

struct HitOfRun {
  std::size_t run = 0;
  WallHit hit;
};

/// Marks what `surfel` hits at the height `z` (m above the floor) in the cells; several threads may do so at
/// once. The hit itself, if it is one of those that the elevation keeps.
std::optional<WallHit> draw_hit(const Stretch& stretch, const Surfel& surfel, double z, Elevation& elevation,
                                FaceHits& on_faces) {
  const WallPiece& wall = stretch.part->wall;
  const Vec2 p = surfel.mean.head<2>().cast<double>();
  const double on_piece = wall.front.along(p), depth = -wall.front.offset(p);
  if (!stretch.shown.contains(on_piece)) return std::nullopt;
  const std::uint8_t bit = classify(wall, on_piece, depth, elevation.tolerance);
  const double s = stretch.part->along_run(on_piece);
  const int column = elevation.column(s), row = elevation.row(z);
  if (bit != 0 && elevation.inside(column, row)) {
    const std::size_t cell = elevation.index(column, row);
    std::atomic_ref(elevation.cells[cell]).fetch_or(bit, std::memory_order_relaxed);
    on_faces.add(cell, bit, surfel.count);
  }
  if ((bit & (kOnFront | kOnBack | kInside | kCloseFront | kCloseBack)) == 0) return std::nullopt;
  return WallHit{static_cast<float>(s), static_cast<float>(depth), static_cast<float>(z)};
}

}  // namespace

bool touch(const ElevationBox& a, const ElevationBox& b) {
  return std::min(a.c1, b.c1) > std::max(a.c0, b.c0) && std::min(a.r1, b.r1) > std::max(a.r0, b.r0);
}

bool Elevation::shows(const ElevationBox& box, std::uint8_t bits) const {
  for (int r = std::max(0, box.r0); r < std::min(rows, box.r1); ++r)
    for (int c = std::max(0, box.c0); c < std::min(columns, box.c1); ++c)
      if (at(c, r) & bits) return true;
  return false;
}

double Elevation::share(const ElevationBox& box, std::uint8_t bits) const {
  int shown = 0;
  for (int r = box.r0; r < box.r1; ++r)
    for (int c = box.c0; c < box.c1; ++c) shown += (at(c, r) & bits) != 0;
  return static_cast<double>(shown) / std::max(1, (box.c1 - box.c0) * (box.r1 - box.r0));
}

std::vector<Elevation> draw_elevations(const LevelCloud& cloud, const StoreyRaster& raster,
                                       const std::vector<WallRun>& runs, double noise, int threads) {
  std::vector<Elevation> elevations(runs.size());
  const double tolerance = std::clamp(kHitNoises * noise, kSharpest, kThinnestWall);
  const double height = raster.level.top_z - raster.level.floor_z;
  std::vector<FaceHits> on_faces;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    elevations[r] = empty_elevation(runs[r], height, tolerance);
    on_faces.emplace_back(elevations[r]);
  }
  const std::vector<Stretch> stretches = stretches_of(runs);
  const auto near = index_stretches(stretches, raster.columns.frame);
  const auto draw_part = [&](std::span<const Surfel> surfels) {
    std::vector<HitOfRun> hits;
    for (const Surfel& surfel : surfels) {
      const double z = static_cast<double>(surfel.mean.z()) - raster.level.floor_z;
      if (z < -kFloorBand || z > height) continue;
      const std::vector<std::int32_t>* const here = near.find(surfel.mean.head<2>().cast<double>());
      if (here == nullptr) continue;
      for (const std::int32_t i : *here) {
        const Stretch& stretch = stretches[static_cast<std::size_t>(i)];
        if (const auto hit = draw_hit(stretch, surfel, z, elevations[stretch.run], on_faces[stretch.run]))
          hits.push_back({stretch.run, *hit});
      }
    }
    return hits;
  };
  // No result hangs on these two; the second bounds what is kept twice.
  constexpr std::size_t kParts = 16;  // factor on it, after which hits are handed over
  const std::span<const Surfel> all = cloud.surfels;
  for (std::size_t first = 0; first < all.size(); first += kParts * kVoxelsTogether) {
    std::array<std::vector<HitOfRun>, kParts> parts;
    parallel_for(kParts, threads, [&](std::size_t part) {
      const std::size_t from = std::min(all.size(), first + part * kVoxelsTogether);
      parts[part] = draw_part(all.subspan(from, std::min(kVoxelsTogether, all.size() - from)));
    });
    for (const std::vector<HitOfRun>& part : parts)
      for (const HitOfRun& hit : part) elevations[hit.run].hits.push_back(hit.hit);
  }
  parallel_for(runs.size(), threads, [&](std::size_t r) { on_faces[r].drop_strays(elevations[r]); });
  return elevations;
}

}  // namespace storey
