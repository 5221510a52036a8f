// Small inputs for the tests of stages: surfaces as surfels, faces and rooms by hand.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "engine/faces/find_faces.h"
#include "engine/rooms/trace_rooms.h"
#include "engine/scan/gather.h"
#include "engine/scan/level.h"

namespace storey {

/// Of a terrestrial scan.
inline constexpr SurfaceNoise kSharp{0.002, 0.002};

/// The sets of two stations by bits: 1 is the first one alone, 2 the second one, 3 both.
inline std::shared_ptr<StationSets> sets_of_two() {
  auto sets = std::make_shared<StationSets>();
  sets->single(0);
  sets->single(1);
  sets->united(1, 2);
  return sets;
}

/// Surfels all over the parallelogram that `u` and `v` (m) span from `corner`, closer than the raster's
/// cells.
inline void add_surface(LevelCloud& cloud, const Eigen::Vector3d& corner, const Eigen::Vector3d& u,
                        const Eigen::Vector3d& v) {
  constexpr double kSpacing = 0.017;
  const int across = static_cast<int>(std::ceil(u.norm() / kSpacing));
  const int up = static_cast<int>(std::ceil(v.norm() / kSpacing));
  for (int i = 0; i < across; ++i)
    for (int j = 0; j < up; ++j) {
      const Eigen::Vector3d p = corner + (i + 0.5) / across * u + (j + 0.5) / up * v;
      cloud.surfels.push_back({p.cast<float>(), 1, 1});
    }
}

/// The six inner faces of a box; `size` from `corner`, m.
inline void add_room(LevelCloud& cloud, const Eigen::Vector3d& corner, const Eigen::Vector3d& size) {
  const Eigen::Vector3d x(size.x(), 0, 0), y(0, size.y(), 0), z(0, 0, size.z());
  add_surface(cloud, corner, x, y);
  add_surface(cloud, corner + z, x, y);
  add_surface(cloud, corner, x, z);
  add_surface(cloud, corner + y, x, z);
  add_surface(cloud, corner, y, z);
  add_surface(cloud, corner + x, y, z);
}

/// The sides and the top of a box that stands in a room.
inline void add_box(LevelCloud& cloud, const Eigen::Vector3d& corner, const Eigen::Vector3d& size) {
  LevelCloud box;
  add_room(box, corner, size);
  for (const Surfel& surfel : box.surfels)
    if (static_cast<double>(surfel.mean.z()) > corner.z() + 1e-4) cloud.surfels.push_back(surfel);
}

/// Two rooms of 4 x 4 x 2.6 m with a wall between them, from x = 4 to 4.25 m, and in it, about y = 2 m, an
/// opening 0.8 m wide and 2.24 m high.
inline LevelCloud rooms_with_door() {
  constexpr double kThick = 0.25, kHead = 2.24, kFrom = 1.6, kTo = 2.4;
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {4, 4, 2.6});
  add_room(cloud, {4 + kThick, 0, 0}, {4, 4, 2.6});
  std::erase_if(cloud.surfels, [&](const Surfel& surfel) {
    const Eigen::Vector3d p = surfel.mean.cast<double>();
    return p.x() > 3.99 && p.x() < 4.01 + kThick && p.y() > kFrom && p.y() < kTo && p.z() > 0.01 &&
           p.z() < kHead;
  });
  for (const double z : {0.0, kHead}) add_surface(cloud, {4, kFrom, z}, {kThick, 0, 0}, {0, kTo - kFrom, 0});
  for (const double y : {kFrom, kTo}) add_surface(cloud, {4, y, 0}, {kThick, 0, 0}, {0, 0, kHead});
  return cloud;
}

/// The outline through `points`, shown all along, of no faces.
inline EdgeRing ring_of(const std::vector<Vec2>& points) {
  EdgeRing ring;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2& a = points[i];
    const Vec2& b = points[(i + 1) % points.size()];
    ring.push_back({{a, (b - a).normalized()}, a, b, {}, 1});
  }
  return ring;
}

inline void rotate(LevelCloud& cloud, const Eigen::Matrix3d& rotation) {
  for (Surfel& surfel : cloud.surfels) surfel.mean = rotation.cast<float>() * surfel.mean;
}

/// The raster of the one storey that the cloud shows; an empty one if it does not show just one.
inline StoreyRaster raster_of(const LevelCloud& cloud) {
  const std::vector<FlatPatch> patches = flat_patches(cloud.surfels);
  const std::vector<StoreyLevel> storeys = find_storeys(cloud.surfels, patches);
  return storeys.size() == 1 ? rasterise(cloud, patches, storeys[0]) : StoreyRaster{};
}

/// Puts `change(hit)` for what was hit over each cell.
template <class Change>
void change_hits(RasterColumns& columns, const Change& change) {
  for (int r = 0; r < columns.frame.rows; ++r)
    for (int c = 0; c < columns.frame.columns; ++c) {
      RasterColumn column = columns.at(c, r);
      if (column.hit == 0) continue;
      column.hit = change(column.hit);
      columns.set(c, r, column);
    }
}

/// A structural face from `a` to `b`, room on the left, seen all along from floor to ceiling.
inline WallFace seen_face(const Vec2& a, const Vec2& b) {
  WallFace face;
  face.line = {a, (b - a).normalized()};
  face.extent = {0, (b - a).norm()};
  face.profile.assign(static_cast<std::size_t>(std::ceil(face.length() / 0.02)), ~HeightMask());
  face.step = face.length() / static_cast<double>(face.profile.size());
  face.body = face.chest = face.coverage = face.top_contact = face.free_left = 1;
  face.structural = true;
  face.stands = {{0, face.length()}};
  return face;
}

/// The faces around a ring that runs counter-clockwise about its room.
inline std::vector<WallFace> faces_around(const std::vector<Vec2>& ring) {
  std::vector<WallFace> faces;
  for (std::size_t i = 0; i < ring.size(); ++i)
    faces.push_back(seen_face(ring[i], ring[(i + 1) % ring.size()]));
  return faces;
}

inline std::vector<Vec2> rectangle(double x0, double y0, double x1, double y1) {
  return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
}

}  // namespace storey
