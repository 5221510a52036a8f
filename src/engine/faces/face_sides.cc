#include "engine/faces/face_sides.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <span>

#include "base/parallel.h"
#include "engine/faces/face_grid.h"
#include "engine/faces/find_faces.h"
#include "engine/scan/counts.h"
#include "engine/scan/gather.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "engine/scan/sight_lines.h"
#include "engine/storeys/storey_raster.h"

namespace storey {
namespace {

/// A face, and what the voxels about it have shown so far.
struct Sides {
  WallFace* face = nullptr;
  std::vector<std::int8_t> of_station;              // by number: 1 on its left, -1 on its right, 0 neither
  int seen_left = 0, seen_right = 0;                // voxels of the face that those show
  std::vector<std::uint8_t> free_left, free_right;  // steps that have floor or ceiling beside them
};

/// Counts are the same in any order: threads share them.
template <class T>
void add_shared(T& sum, T more) {
  std::atomic_ref(sum).fetch_add(more, std::memory_order_relaxed);
}

/// Does floor or ceiling show on both sides, as far as the raster can tell?
bool is_doubtful(const WallFace& face) {
  const auto [less, more] = std::minmax(face.free_left, face.free_right);
  return more > 0 && (more < kLittle || less > kClearly * more);
}

Sides sides_of(WallFace& face, const std::vector<Station>& stations) {
  Sides sides;
  sides.face = &face;
  sides.free_left.assign(face.profile.size(), 0);
  sides.free_right.assign(face.profile.size(), 0);
  for (const Station& station : stations) {
    const double offset = face.line.offset(station.position.head<2>().cast<double>());
    if (std::abs(offset) <= kGlancing) continue;
    if (station.number >= sides.of_station.size()) sides.of_station.resize(station.number + 1, 0);
    sides.of_station[station.number] = offset > 0 ? 1 : -1;
  }
  return sides;
}

/// Where a voxel lies in its storey.
enum class Place { kFloorOrCeiling, kBody, kElsewhere };

Place place_of(const StoreyRaster& raster, const Eigen::Vector3d& p) {
  const double floor = p.z() - raster.level.floor_z;
  if (std::abs(floor) < 2 * kVoxel) return Place::kFloorOrCeiling;
  if (raster.lowest_ceiling - p.z() > kPastTrim) return floor > kPastTrim ? Place::kBody : Place::kElsewhere;
  const double ceiling = raster.ceiling_at(p.head<2>()) - p.z();
  if (std::abs(ceiling) < 2 * kVoxel) return Place::kFloorOrCeiling;
  return std::min(floor, ceiling) > kPastTrim ? Place::kBody : Place::kElsewhere;
}

/// Counts one voxel of the face for each side that it was seen from.
void count_sides(std::span<const std::uint32_t> stations, Sides& sides) {
  bool left = false, right = false;
  for (const std::uint32_t station : stations) {
    if (station >= sides.of_station.size()) continue;
    left = left || sides.of_station[station] > 0;
    right = right || sides.of_station[station] < 0;
  }
  if (left) add_shared(sides.seen_left, 1);
  if (right) add_shared(sides.seen_right, 1);
}

/// Counts one voxel for a face.
void count(const Surfel& surfel, const StationSets& sets, Place place, double tolerance, Sides& sides) {
  const WallFace& face = *sides.face;
  const Vec2 p = surfel.mean.head<2>().cast<double>();
  const double s = face.line.along(p), offset = face.line.offset(p);
  if (s < face.extent.from || s >= face.extent.to) return;
  if (place == Place::kBody && std::abs(offset) < tolerance && !sides.of_station.empty())
    count_sides(sets[surfel.stations], sides);
  if (place != Place::kFloorOrCeiling || std::abs(offset) < tolerance ||
      std::abs(offset) > tolerance + kThinnestWall)
    return;
  const auto step =
      std::min(static_cast<std::size_t>((s - face.extent.from) / face.step), face.profile.size() - 1);
  std::uint8_t& is_free = (offset > 0 ? sides.free_left : sides.free_right)[step];
  std::atomic_ref(is_free).store(1, std::memory_order_relaxed);
}

/// Cells close to the face, nearer than shelves are deep, on its left or right (1, −1), in which anything is
/// hit. Where goods hide floor and ceiling before a face, they are there, and behind it there is nothing.
int things_beside(const StoreyRaster& raster, const WallFace& face, double side, double tolerance) {
  const HeightMask storey = raster.bins.range(raster.level.floor_z, raster.level.ceiling_z);
  int cells = 0;
  for (std::size_t i = 0; i < face.profile.size(); ++i) {
    const Vec2 on = face.place(i);
    for (double d = tolerance + kThinnestWall; d < kLeastGap; d += raster.columns.frame.cell)
      cells += raster.columns.hit_in(on + side * d * face.line.normal(), storey);
  }
  return cells;
}

/// Share of the face's steps before which, on its left or right (1, −1), floor shows some way off.
double floor_farther(const StoreyRaster& raster, const WallFace& face, double side) {
  constexpr double kTo = 1.00;  // m: less than rooms are wide
  const HeightMask on_floor = raster.floor_bins();
  return face.share_of_entries([&](std::size_t i) {
    bool shows = false;
    for (double d = kLeastGap; d < kTo && !shows; d += raster.columns.frame.cell)
      shows = raster.columns.hit_in(face.place(i) + side * d * face.line.normal(), on_floor);
    return shows;
  });
}

/// Does floor show on the right rather than on the left? What shows close by in a few places only may be
/// noise: then the floor farther off tells, unless rooms lie on both sides.
bool floor_on_right(const StoreyRaster& raster, const Sides& sides) {
  const auto left = static_cast<double>(std::ranges::count(sides.free_left, 1)),
             right = static_cast<double>(std::ranges::count(sides.free_right, 1));
  if (std::max(left, right) < kStrays * static_cast<double>(sides.face->profile.size())) {
    const double far_left = floor_farther(raster, *sides.face, 1),
                 far_right = floor_farther(raster, *sides.face, -1);
    const auto [less, more] = std::minmax(far_left, far_right);
    if (more >= kSome && less < kLittle * more) return far_right > far_left;
  }
  return right > left;
}

/// A solid face cannot be seen from behind: in doubt the stations tell, and where it is not known who saw it,
/// the floor. What seems sure is turned if both say so; where neither floor nor ceiling shows, things tell.
bool looks_right(const StoreyRaster& raster, double tolerance, const Sides& sides) {
  const WallFace& face = *sides.face;
  const int all = sides.seen_left + sides.seen_right;
  const bool seen = all >= kFewestVoxels && std::max(sides.seen_left, sides.seen_right) >= kNearlyAll * all;
  const bool seen_from_right = seen && sides.seen_right > sides.seen_left;
  if (std::max(face.free_left, face.free_right) <= 0)
    return seen ? seen_from_right
                : things_beside(raster, face, -1, tolerance) > things_beside(raster, face, 1, tolerance);
  const bool floor_right = floor_on_right(raster, sides);
  if (!is_doubtful(face)) return seen_from_right && floor_right;
  return seen ? seen_from_right : floor_right;
}

}  // namespace

void turn_to_free_side(const LevelCloud& cloud, const StoreyRaster& raster, double tolerance, int threads,
                       std::vector<WallFace>& faces) {
  std::vector<Sides> all;
  std::vector<LinePart> stretches;
  for (WallFace& face : faces) {
    if (!is_solid(face) && !is_open(face)) continue;
    all.push_back(sides_of(face, cloud.stations));
    stretches.push_back({face.line, face.extent});
  }
  if (all.empty()) return;
  const FaceGrid grid(stretches, kLeastGap);
  const auto look_at = [&](std::size_t, std::size_t from, std::size_t past) {
    for (const Surfel& surfel : std::span(cloud.surfels).subspan(from, past - from)) {
      const Eigen::Vector3d p = surfel.mean.cast<double>();
      const std::span<const std::uint32_t> near = grid.at(p.head<2>());
      if (near.empty()) continue;
      const Place place = place_of(raster, p);
      if (place == Place::kElsewhere) continue;
      for (const std::uint32_t i : near) count(surfel, *cloud.station_sets, place, tolerance, all[i]);
    }
  };
  parallel_parts(cloud.surfels.size(), threads, look_at);
  for (const Sides& sides : all)
    if (looks_right(raster, tolerance, sides)) *sides.face = flipped(*sides.face);
}

}  // namespace storey
