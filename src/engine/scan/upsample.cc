#include "engine/scan/upsample.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "engine/scan/directions.h"
#include "engine/scan/gather.h"
#include "engine/scan/level.h"
#include "engine/scan/point_spacing.h"
#include "engine/scan/surface_noise.h"
#include "engine/scan/surfel_tiles.h"
#include "geometry/eigenvalues.h"

namespace storey {
namespace {

constexpr double kDense = 0.031;  // m between points: nearer together, a third of a surface's voxels are hit
constexpr double kReach = 2.5;    // factor on the spacing: of points at random, 1 % have a larger gap
constexpr double kFarthest = 0.12;  // m between neighbours: steps, posts and gaps of leaves are as wide
constexpr std::array<double, 2> kFarther = {0.24, 0.17};  // m, where no narrower gap would show; coarse first
constexpr std::size_t kFewest = 5;                        // points that tell a plane
constexpr std::size_t kNearest = 8;  // points about one: those of the next ring of a raster of points
constexpr double kThinWall = 0.007;  // m of scatter about a plane: both faces of a thin wall scatter by 15 mm
constexpr float kFlat = 0.05f;     // ratio of smallest to middle eigenvalue: steps of a quarter of the reach
constexpr float kScatters = 2.5f;  // factor on the scatter about a plane: within which 99 % of it lie
constexpr float kSmooth = 0.005f;  // m about a plane: plaster, and the noise of a good scan

struct Plane {
  Eigen::Vector3f centre, normal;
  float tolerance;  ///< m

  bool holds(const Eigen::Vector3f& p) const { return std::abs((p - centre).dot(normal)) <= tolerance; }
};

/// The plane through points relative to `origin`; none if they scatter about it by more than `most_scatter`
/// (m), or lie on a line.
std::optional<Plane> plane_through(const Eigen::Vector3f& origin, std::span<const Eigen::Vector3f> points,
                                   float most_scatter) {
  if (points.size() < kFewest) return std::nullopt;
  Eigen::Vector3f mean = Eigen::Vector3f::Zero();
  Eigen::Vector3f squares = Eigen::Vector3f::Zero(), products = Eigen::Vector3f::Zero();
  for (const Eigen::Vector3f& p : points) {
    mean += p;
    squares += p.cwiseProduct(p);
    products += p.cwiseProduct(Eigen::Vector3f(p.y(), p.z(), p.x()));  // xy, yz, zx
  }
  Eigen::Matrix3f moments;
  moments << squares.x(), products.x(), products.z(),  //
      products.x(), squares.y(), products.y(),         //
      products.z(), products.y(), squares.z();
  const auto count = static_cast<float>(points.size());
  mean /= count;
  moments = moments / count - mean * mean.transpose();
  const auto [values, vectors] = eigenpairs(moments);
  if (values[0] > std::min(kFlat * values[1], most_scatter * most_scatter) ||
      values[1] < static_cast<float>(kCompact) * values[2])
    return std::nullopt;
  return Plane{origin + mean, vectors.col(0),
               std::max(kSmooth, kScatters * std::sqrt(std::max(0.0f, values[0])))};
}

/// The plane of what lies near a surfel at `p`: of all, or where another surface is as near, as at corners
/// and in thin walls, of what lies in the plane of the nearest. `points` are of use to nobody else.
std::optional<Plane> plane_about(const std::vector<Surfel>& surfels, const Eigen::Vector3f& p,
                                 std::span<const std::uint32_t> near, float most_scatter,
                                 std::vector<Eigen::Vector3f>& points) {
  points.clear();
  for (const std::uint32_t j : near) points.push_back(surfels[j].mean - p);
  if (std::optional<Plane> plane = plane_through(p, points, most_scatter)) return plane;
  if (points.size() <= kNearest) return std::nullopt;
  std::nth_element(points.begin(), points.begin() + kNearest, points.end(),
                   [](const auto& a, const auto& b) { return a.squaredNorm() < b.squaredNorm(); });
  const std::optional<Plane> seed = plane_through(p, std::span(points).first(kNearest), most_scatter);
  if (!seed) return std::nullopt;
  std::erase_if(points, [&](const Eigen::Vector3f& d) { return !seed->holds(p + d); });
  return plane_through(p, points, most_scatter);
}

/// Do two surfels show one surface? The plane of one has to hold both; where surfaces meet, the other has
/// none.
bool on_one_plane(const Eigen::Vector3f& a, const std::optional<Plane>& plane, const Eigen::Vector3f& b,
                  const std::optional<Plane>& other) {
  if (!plane || !plane->holds(a) || !plane->holds(b)) return false;
  return !other || (other->holds(a) && std::abs(plane->normal.dot(other->normal)) >= kFewPoints);
}

/// Half way between two surfels, seen by the stations that saw both, or else either.
Surfel between(const Surfel& a, const Surfel& b, StationSets& sets) {
  if (a.stations == b.stations) return {(a.mean + b.mean) / 2, 0, a.stations};
  const StationSet both = sets.common(a.stations, b.stations);
  return {(a.mean + b.mean) / 2, 0, both != 0 ? both : sets.united(a.stations, b.stations)};
}

/// Which voxels of a tile hold something.
class TakenVoxels {
 public:
  explicit TakenVoxels(const Cube& tile)
      : first_{tile[0] * kTileVoxels, tile[1] * kTileVoxels, tile[2] * kTileVoxels},
        taken_(kTileVoxels * kTileVoxels * kTileVoxels) {}

  /// In this tile, and not taken.
  bool is_free(const Cube& voxel) const { return holds(voxel) && !taken_[index(voxel)]; }
  /// \pre the tile holds the voxel
  void take(const Cube& voxel) { taken_[index(voxel)] = true; }

 private:
  std::int64_t along(const Cube& voxel, std::size_t axis) const { return voxel[axis] - first_[axis]; }
  bool holds(const Cube& voxel) const {
    const auto is_in = [&](std::size_t axis) {
      return along(voxel, axis) >= 0 && along(voxel, axis) < kTileVoxels;
    };
    return is_in(0) && is_in(1) && is_in(2);
  }
  std::size_t index(const Cube& voxel) const {
    return static_cast<std::size_t>((along(voxel, 0) * kTileVoxels + along(voxel, 1)) * kTileVoxels +
                                    along(voxel, 2));
  }

  Cube first_;  // voxel
  std::vector<bool> taken_;
};

/// What lies between neighbours of `among`, in voxels of one tile that nothing of `all` takes. Many pairs
/// have their middle in one voxel: the first of them fills it.
SurfelChunk filling_of(const Cube& tile, const SurfelTiles& among, const SurfelTiles& all, StationSets& sets,
                       float reach, float most_scatter) {
  // Neighbours lie up to half the reach outside, and what tells their planes a reach farther.
  const std::vector<Surfel> surfels = among.about(tile, 1.5f * reach).surfels;
  if (surfels.empty()) return {};
  std::vector<Surfel> found;
  const Neighbourhood neighbourhood(surfels, reach);
  std::vector<std::optional<Plane>> planes(surfels.size());
  std::vector<Eigen::Vector3f> points;
  neighbourhood.visit_all(1, [&](std::size_t, std::uint32_t i, Vicinity& vicinity) {
    const Eigen::Vector3f& p = surfels[i].mean;
    if (is_about(tile, p, reach / 2))
      planes[i] = plane_about(surfels, p, vicinity.within(reach, p), most_scatter, points);
  });
  TakenVoxels taken(tile);
  for (const SurfelChunk& chunk : all.in(tile))
    for (const Surfel& surfel : chunk) taken.take(voxel_of(surfel.mean));
  neighbourhood.visit_all(1, [&](std::size_t, std::uint32_t i, Vicinity& vicinity) {
    if (!planes[i]) return;
    const Eigen::Vector3f& p = surfels[i].mean;
    for (const std::uint32_t j : vicinity.within(reach, p)) {
      if (planes[j] && j <= i) continue;
      const Eigen::Vector3f& q = surfels[j].mean;
      const Cube voxel = voxel_of((p + q) / 2);
      if (!taken.is_free(voxel) || !on_one_plane(p, planes[i], q, planes[j])) continue;
      taken.take(voxel);
      found.push_back(between(surfels[i], surfels[j], sets));
    }
  });
  return SurfelChunk(found.begin(), found.end());
}

/// Puts what lies between neighbours of `among`, some of them, into all. \pre all has their tiles
void fill(const SurfelTiles& among, SurfelTiles& all, StationSets& sets, double reach, float most_scatter,
          int threads) {
  std::vector<SurfelChunk> found(among.size());
  parallel_for(among.size(), threads, [&](std::size_t t) {
    found[t] = filling_of(among[t], among, all, sets, static_cast<float>(reach), most_scatter);
  });
  all.add(among, std::move(found));
}

/// All, and as `fill` what lies between them; this is much, so it is kept tile by tile. Error: kUnwritable,
/// of the scratch file.
Result<SurfelStore> store_filled(SurfelTiles all, StationSets& sets, double reach, float most_scatter,
                                 std::shared_ptr<SurfelSpace> space, int threads) {
  std::vector<std::size_t> first(all.size() + 1);  // of each tile's chunks; the last is what lies between
  for (std::size_t t = 0; t < all.size(); ++t) first[t + 1] = first[t] + all.in(all[t]).size() + 1;
  SurfelStore store(first.back(), std::move(space));
  std::vector<Result<void>> kept(first.back());
  parallel_for(all.size(), threads, [&](std::size_t t) {
    const std::size_t last = first[t + 1] - 1;
    kept[last] = store.put(last, filling_of(all[t], all, all, sets, static_cast<float>(reach), most_scatter));
  });
  for (std::size_t t = 0; t < all.size(); ++t) {
    std::size_t next = first[t];
    for (SurfelChunk& chunk : all.take(t)) {
      kept[next] = store.put(next, std::move(chunk));
      ++next;
    }
  }
  const auto failed = std::ranges::find_if(kept, [](const Result<void>& one) { return !one; });
  if (failed != kept.end()) return tl::unexpected(failed->error());
  return store;
}

}  // namespace

bool is_thin(const SurfelView& surfels) { return spacing_of(surfels) >= kDense; }

Result<SurfelStore> upsample(SurfelStore thin, StationSets& sets, double noise, int threads) {
  const double spacing = spacing_of(thin);
  if (spacing < kDense) return thin;
  const auto most_scatter = static_cast<float>(std::max(kThinWall, kFarNoises * noise));
  std::shared_ptr<SurfelSpace> space = thin.space();
  SurfelTiles all(std::move(thin));
  // Which ones they are is told before there is more than was measured.
  std::array<SurfelTiles, 2> sparse = thin_parts(all, {kFarther[0] / kReach, kFarther[1] / kReach}, threads);
  for (std::size_t k = 0; k < sparse.size(); ++k)
    fill(std::exchange(sparse[k], {}), all, sets, kFarther[k], most_scatter, threads);
  return store_filled(std::move(all), sets, std::min(kFarthest, kReach * spacing), most_scatter,
                      std::move(space), threads);
}

}  // namespace storey
