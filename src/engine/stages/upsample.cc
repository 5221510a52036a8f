#include "engine/stages/upsample.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/stages/gather.h"
#include "engine/stages/neighbourhood.h"
#include "engine/stages/point_spacing.h"
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
constexpr double kNoises = 2;        // factor on the scan's noise: by as much points of one plane may scatter
constexpr float kFlat = 0.05f;      // ratio of smallest to middle eigenvalue: steps of a quarter of the reach
constexpr float kCompact = 0.1f;    // ratio of middle to largest eigenvalue: a line of hits tells no plane
constexpr float kScatters = 2.5f;   // factor on the scatter about a plane: within which 99 % of it lie
constexpr float kSmooth = 0.005f;   // m about a plane: plaster, and the noise of a good scan
constexpr float kParallel = 0.94f;  // cosine of 20°: planes through few points of one surface

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
  Eigen::Matrix3f moments = Eigen::Matrix3f::Zero();
  for (const Eigen::Vector3f& p : points) {
    mean += p;
    moments += p * p.transpose();
  }
  const auto count = static_cast<float>(points.size());
  mean /= count;
  moments = moments / count - mean * mean.transpose();
  const auto [values, vectors] = eigenpairs(moments);
  if (values[0] > std::min(kFlat * values[1], most_scatter * most_scatter) ||
      values[1] < kCompact * values[2])
    return std::nullopt;
  return Plane{origin + mean, vectors.col(0),
               std::max(kSmooth, kScatters * std::sqrt(std::max(0.0f, values[0])))};
}

/// The plane of what lies within `reach` of a surfel: of all, or where another surface is as near, as at
/// corners and in thin walls, of what lies in the plane of the nearest.
std::optional<Plane> plane_about(const std::vector<Surfel>& surfels, const Eigen::Vector3f& p, float reach,
                                 float most_scatter, const Indices& near) {
  std::vector<Eigen::Vector3f> points;
  for (const std::uint32_t j : near)
    if (const Eigen::Vector3f d = surfels[j].mean - p; d.squaredNorm() <= reach * reach) points.push_back(d);
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
  return !other || (other->holds(a) && std::abs(plane->normal.dot(other->normal)) >= kParallel);
}

/// Half way between two surfels, seen by the stations that saw both, or else either.
Surfel between(const Surfel& a, const Surfel& b, StationSets& sets) {
  if (a.stations == b.stations) return {(a.mean + b.mean) / 2, 0, a.stations};
  const StationSet both = sets.common(a.stations, b.stations);
  return {(a.mean + b.mean) / 2, 0, both != 0 ? both : sets.united(a.stations, b.stations)};
}

std::uint64_t voxel_of(const Eigen::Vector3f& p) { return cube_key(p, static_cast<float>(kVoxel)); }

/// The voxels that hold something: open addressing, as most of the work is asking for them.
class VoxelSet {
 public:
  explicit VoxelSet(std::size_t expected) : slots_(std::bit_ceil(2 * expected + 1), kEmpty) {}

  bool contains(std::uint64_t key) const { return slots_[find(key)] == key; }
  bool insert(std::uint64_t key) {
    std::size_t slot = find(key);
    if (slots_[slot] == key) return false;
    if (2 * ++size_ > slots_.size()) {
      grow();
      slot = find(key);
    }
    slots_[slot] = key;
    return true;
  }

 private:
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};  // bits: no voxel's key

  /// Where the key is, or would be.
  std::size_t find(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    const std::uint64_t hash = key * 0x9e3779b97f4a7c15ull;
    std::size_t slot = (hash ^ hash >> 32) & mask;
    while (slots_[slot] != key && slots_[slot] != kEmpty) slot = (slot + 1) & mask;
    return slot;
  }
  void grow() {
    std::vector<std::uint64_t> keys(2 * slots_.size(), kEmpty);
    keys.swap(slots_);
    for (const std::uint64_t key : keys)
      if (key != kEmpty) slots_[find(key)] = key;
  }

  std::vector<std::uint64_t> slots_;
  std::size_t size_ = 0;
};

/// What one thread finds between neighbours. Many pairs have their middle in one voxel: the first of them
/// fills it.
struct Found {
  std::vector<Surfel> surfels;
  VoxelSet settled{1024};  ///< voxels of which is known that they are taken, or filled here
};

/// What lies between surfel `i`, which has a plane, and those `near` it, but for voxels that are taken.
void add_between(const std::vector<Surfel>& surfels, const std::vector<std::optional<Plane>>& planes,
                 std::uint32_t i, const Indices& near, float reach, const VoxelSet& taken, StationSets& sets,
                 Found& found) {
  const Eigen::Vector3f& p = surfels[i].mean;
  for (const std::uint32_t j : near) {
    const Eigen::Vector3f& q = surfels[j].mean;
    if ((planes[j] && j <= i) || (q - p).squaredNorm() > reach * reach) continue;
    const std::uint64_t voxel = voxel_of((p + q) / 2);
    if (found.settled.contains(voxel)) continue;
    if (taken.contains(voxel)) {
      found.settled.insert(voxel);
      continue;
    }
    if (!on_one_plane(p, planes[i], q, planes[j])) continue;
    found.settled.insert(voxel);
    found.surfels.push_back(between(surfels[i], surfels[j], sets));
  }
}

/// Adds to `surfels` what lies between neighbours of `among`, some or all of them, but for voxels that are
/// taken.
void fill(const std::vector<Surfel>& among, StationSets& sets, float reach, float most_scatter, int threads,
          std::vector<Surfel>& surfels) {
  const Neighbourhood neighbourhood(among, reach);
  std::vector<std::optional<Plane>> planes(among.size());
  neighbourhood.visit_all(threads, [&](std::size_t, std::uint32_t i, const Indices& near) {
    planes[i] = plane_about(among, among[i].mean, reach, most_scatter, near);
  });
  VoxelSet taken(2 * surfels.size());
  for (const Surfel& surfel : surfels) taken.insert(voxel_of(surfel.mean));
  std::vector<std::vector<Surfel>> found(neighbourhood.chunks());
  neighbourhood.visit_chunks(threads, [&](std::size_t chunk, const auto& each) {
    Found here;
    each([&](std::uint32_t i, const Indices& near) {
      if (planes[i]) add_between(among, planes, i, near, reach, taken, sets, here);
    });
    found[chunk] = std::move(here.surfels);
  });
  for (std::vector<Surfel>& part : found) {
    for (const Surfel& surfel : part)
      if (taken.insert(voxel_of(surfel.mean))) surfels.push_back(surfel);
    part = {};
  }
}

}  // namespace

bool is_thin(const SurfelView& surfels) { return spacing_of(surfels) >= kDense; }

bool upsample(std::vector<Surfel>& surfels, StationSets& sets, double noise, int threads) {
  const double spacing = spacing_of(surfels);
  if (spacing < kDense) return false;
  const std::size_t before = surfels.size();
  const auto most_scatter = static_cast<float>(std::max(kThinWall, kNoises * noise));
  const std::vector<float> spacings = spacings_about(surfels, threads);
  for (const double reach : kFarther) {
    std::vector<Surfel> sparse;
    for (std::size_t i = 0; i < before; ++i)
      if (kReach * static_cast<double>(spacings[i]) >= reach) sparse.push_back(surfels[i]);
    fill(sparse, sets, static_cast<float>(reach), most_scatter, threads, surfels);
  }
  const auto reach = static_cast<float>(std::min(kFarthest, kReach * spacing));
  fill(surfels, sets, reach, most_scatter, threads, surfels);
  return surfels.size() > before;
}

}  // namespace storey
