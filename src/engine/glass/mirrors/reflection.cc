#include "engine/glass/mirrors/reflection.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/parallel.h"
#include "engine/glass/mirror_plane.h"
#include "engine/glass/mirrors/shows_again.h"
#include "engine/scan/lengths.h"
#include "engine/storeys/level_patches.h"
#include "engine/storeys/storey_raster.h"
#include "geometry/mask.h"

namespace storey {
namespace {

// How finely surfels are told apart that may show behind a plane. No result hangs on it.
constexpr int kBlock = 4;  // cells of a clump each: a plane looks at a hundred blocks

/// The cells that structural faces pass through, seen there or hidden.
Mask cells_of(const std::vector<WallFace>& faces, const GridFrame& frame) {
  Mask cells(frame);
  for (const WallFace& face : faces) {
    if (!face.structural) continue;
    for (double s = face.extent.from; s < face.extent.to; s += frame.cell / 2) mark(cells, face.line.at(s));
  }
  return cells;
}

/// Those, and what is within the tolerance of an image from them: a wall may hide something there.
Mask cells_about(const Mask& walls) {
  Mask about(walls.frame);
  each_cell(walls.frame, [&](int c, int r) {
    if (walls.at(c, r))
      each_cell_about(walls.frame, walls.frame.centre(c, r), kImageTolerance,
                      [&](int x, int y) { about.at(x, y) = 1; });
  });
  return about;
}

}  // namespace

Reflection::Reflection(const LevelCloud& cloud, const StoreyRaster& raster,
                       const std::vector<WallFace>& faces, std::span<const MirrorPlane> planes,
                       std::size_t every, int threads)
    : station_sets_(cloud.station_sets),
      raster_(raster),
      sight_lines_(cloud.stations, cloud.station_sets),
      walls_(cells_of(faces, raster.columns.frame)),
      about_walls_(cells_about(walls_)) {
  fill_clumps(cloud, about(planes), every, threads);
  parallel_for(clumps_.cells.size(), threads, [&](std::size_t i) { describe(clumps_.cells[i]); });
  sum_up_blocks();
}

Mask Reflection::about(std::span<const MirrorPlane> planes) const {
  Mask asked(frame_of_cells(raster_.columns.frame, kBlock * kClump));
  for (const MirrorPlane& plane : planes)
    visit_cells(asked.frame, box_about(plane), [&](int c, int r) { asked.at(c, r) = 1; });
  return asked;
}

bool Reflection::in_rooms(const Surfel& surfel) const {
  const double z = surfel.mean.z();
  return z > raster_.level.floor_z - kSameFloor && z < raster_.level.limit_z;
}

void Reflection::fill_clumps(const LevelCloud& cloud, const Mask& asked, std::size_t every, int threads) {
  clumps_ = Grid<Clump>(frame_of_cells(raster_.columns.frame, kClump));
  const GridFrame& frame = clumps_.frame;
  // Of each part of the surfels: how many there are in each clump, then where the next of them goes.
  std::vector<std::vector<std::size_t>> places(kLoopParts);
  const auto visit = [&](const auto& take) {
    const std::size_t count = (cloud.surfels.size() + every - 1) / every;
    parallel_parts(count, threads, [&](std::size_t part, std::size_t from, std::size_t past) {
      places[part].resize(frame.size());
      for (std::size_t i = from; i < past; ++i) {
        const Surfel& surfel = cloud.surfels[i * every];
        const Vec2 plan = surfel.mean.head<2>().cast<double>();
        if (in_rooms(surfel) && asked.at(column_of(asked.frame, plan), row_of(asked.frame, plan)))
          take(surfel, places[part][frame.index(column_of(frame, plan), row_of(frame, plan))]);
      }
    });
  };
  visit([](const Surfel&, std::size_t& count) { ++count; });
  std::size_t next = 0;
  for (std::size_t i = 0; i < frame.size(); ++i) {
    clumps_.cells[i].first = next;
    for (std::vector<std::size_t>& of_part : places) next += std::exchange(of_part[i], next);
    clumps_.cells[i].last = next;
  }
  looked_at_.resize(next);
  visit([&](const Surfel& surfel, std::size_t& place) { looked_at_[place++] = surfel; });
}

void Reflection::describe(Clump& clump) const {
  for (std::size_t i = clump.first; i < clump.last; ++i) clump.add(looked_at_[i], *station_sets_);
}

void Reflection::sum_up_blocks() {
  blocks_ = Grid<Seen>(frame_of_cells(raster_.columns.frame, kBlock * kClump));
  each_cell(clumps_.frame, [&](int c, int r) {
    Seen& block = blocks_.at(c / kBlock, r / kBlock);
    block.plan.extend(clumps_.at(c, r).plan);
    for (const std::uint32_t station : clumps_.at(c, r).stations) block.add_station(station);
  });
}

bool Reflection::may_show(const Seen& seen, const MirrorPlane& plane) const {
  return !seen.plan.isEmpty() && sight_lines_.may_pass(plane.line, plane.extent, seen.plan, seen.stations);
}

/// Calls `visit` with each clump of which something may show behind the plane within kMirrorReach, and some
/// others.
template <class Visit>
void Reflection::visit_clumps(const MirrorPlane& plane, const Visit& visit) const {
  visit_cells(blocks_.frame, box_about(plane), [&](int column, int row) {
    if (!may_show(blocks_.at(column, row), plane)) return;
    const int c0 = column * kBlock, r0 = row * kBlock;
    each_cell_from(clumps_.frame, c0, c0 + kBlock - 1, r0, r0 + kBlock - 1, [&](int c, int r) {
      if (const Clump& clump = clumps_.at(c, r); may_show(clump, plane)) visit(clump);
    });
  });
}

std::vector<Sighting> Reflection::sightings_behind(const MirrorPlane& plane) const {
  std::vector<Sighting> sightings;
  visit_clumps(plane, [&](const Clump& clump) {
    for (std::size_t i = clump.first; i < clump.last; ++i) look_at(looked_at_[i], plane, sightings);
  });
  return sightings;
}

void Reflection::look_at(const Surfel& surfel, const MirrorPlane& plane,
                         std::vector<Sighting>& sightings) const {
  const Eigen::Vector3d p = surfel.mean.cast<double>();
  // The wall that the mirror hangs on is no image.
  if (plane.line.offset(p.head<2>()) > -kStandsOut || !in_reach(plane, p.head<2>())) return;
  const std::size_t before = sightings.size();
  const bool only_through = sight_lines_.visit_passing(plane.line, surfel, [&](const Crossing& at) {
    if (plane.extent.contains(at.s))
      sightings.push_back({Sighting::Kind::kOther, at, plane.line.along(p.head<2>())});
  });
  if (sightings.size() == before) return;
  const Sighting::Kind kind = kind_of(p, only_through, plane.line);
  for (std::size_t i = before; i < sightings.size(); ++i) sightings[i].kind = kind;
}

Sighting::Kind Reflection::kind_of(const Eigen::Vector3d& p, bool only_through, const Line2& line) const {
  const Vec2 plan = p.head<2>(), image = mirrored(plan, line);
  const auto is_its_own_image = [&] {
    return extends_along(raster_, line.normal(), image, p.z()) ||
           extends_along(raster_, line.normal(), plan, p.z());
  };
  if (!only_through) return Sighting::Kind::kEither;
  const bool shows = shows_at(raster_, image, p.z(), kImageTolerance);
  const bool tells = shows ? -line.offset(plan) >= kMirrorDepth : !about_walls_.get(image);
  if (!tells || is_its_own_image()) return Sighting::Kind::kEither;
  return shows && in_sight(image, line) ? Sighting::Kind::kImage : Sighting::Kind::kOther;
}

/// Does no wall hide what stands at `plan` from the mirror? Where no poses are known, it would be seen square
/// to that; else the sight lines tell.
bool Reflection::in_sight(const Vec2& plan, const Line2& line) const {
  if (!sight_lines_.without_poses()) return true;
  const double length = line.offset(plan);
  for (double s = kAtCorner; s < length - kAtCorner; s += walls_.frame.cell)
    if (walls_.get(plan - s * line.normal())) return false;
  return true;
}

}  // namespace storey
