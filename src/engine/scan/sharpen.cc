#include "engine/scan/sharpen.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/scan/counts.h"
#include "engine/scan/gather.h"
#include "engine/scan/lengths.h"
#include "engine/scan/neighbourhood.h"
#include "engine/scan/surface_noise.h"
#include "engine/scan/surfel_tiles.h"
#include "geometry/eigenvalues.h"
#include "geometry/rank.h"

namespace storey {
namespace {

constexpr double kAcross = 0.8;           // factor on the noise: narrower, each bump of the noise is a sheet
constexpr double kAlong = 2 * kVoxel;     // m, standard deviation along the surface: two voxels
constexpr double kAtRest = kVoxel / 100;  // m: a hundredth of a voxel
constexpr double kStrayDensity =
    0.03;  // share of the median density: a tenth of what thinly scanned walls have

/// A surfel's neighbour, as it lies from the surfel.
struct Near {
  double across, squared_along;  ///< m, m²
  double points;
};

/// Where a surfel comes to rest.
struct Mode {
  Eigen::Vector3f place = Eigen::Vector3f::Zero();
  double density = 0;  ///< points there, by the kernel's weights
};

/// The direction in which what lies near scatters least, by points.
Eigen::Vector3d normal_of(std::span<const Surfel> surfels, std::span<const std::uint32_t> near,
                          const Eigen::Vector3f& p) {
  double points = 0;
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  Eigen::Matrix3d squares = Eigen::Matrix3d::Zero();
  for (const std::uint32_t j : near) {
    const Eigen::Vector3d d = (surfels[j].mean - p).cast<double>();
    const auto count = static_cast<double>(surfels[j].count);
    points += count;
    sum += count * d;
    squares += count * d * d.transpose();
  }
  return eigenpairs(Eigen::Matrix3d(squares - sum * sum.transpose() / points)).vectors.col(0);
}

/// Follows the density along the normal from a surfel at `p`.
Mode climb(std::span<const Surfel> surfels, std::span<const std::uint32_t> near, const Eigen::Vector3f& p,
           double across, std::vector<Near>& neighbours) {
  const Eigen::Vector3d normal = normal_of(surfels, near, p);
  neighbours.clear();
  for (const std::uint32_t j : near) {
    const Eigen::Vector3d d = (surfels[j].mean - p).cast<double>();
    const double off = d.dot(normal);
    neighbours.push_back({off, d.squaredNorm() - off * off, static_cast<double>(surfels[j].count)});
  }
  double offset = 0;
  Mode mode;
  for (int round = 0; round < kMostRounds; ++round) {
    double moment = 0;
    mode.density = 0;
    for (const Near& other : neighbours) {
      const double off = other.across - offset;
      const double weight =
          other.points *
          std::exp(-0.5 * (off * off / (across * across) + other.squared_along / (kAlong * kAlong)));
      moment += weight * off;
      mode.density += weight;
    }
    const double step = moment / mode.density;
    offset += step;
    if (std::abs(step) < kAtRest) break;
  }
  mode.place = p + (offset * normal).cast<float>();
  return mode;
}

/// One surfel for all that share a voxel: where their points lie in the mean, seen by the stations of all.
SurfelChunk merged(std::span<const Surfel> surfels, std::span<const Mode> modes, double least_density,
                   StationSets& sets) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> order;  // voxel and surfel
  for (std::uint32_t i = 0; i < surfels.size(); ++i)
    if (modes[i].density >= least_density) order.emplace_back(key_of(voxel_of(modes[i].place)), i);
  std::ranges::sort(order);
  SurfelChunk chunk;
  for (std::size_t first = 0, past = 0; first < order.size(); first = past) {
    Eigen::Vector3f sum = Eigen::Vector3f::Zero();
    Surfel all{Eigen::Vector3f::Zero(), 0, surfels[order[first].second].stations};
    for (past = first; past < order.size() && order[past].first == order[first].first; ++past) {
      const Surfel& surfel = surfels[order[past].second];
      sum += surfel.count * modes[order[past].second].place;
      all.count += surfel.count;
      if (surfel.stations != all.stations) all.stations = sets.united(all.stations, surfel.stations);
    }
    all.mean = sum / all.count;
    chunk.push_back(all);
  }
  return chunk;
}

}  // namespace

bool is_blurred(double noise) { return 2 * kHitNoises * noise > kUsualPartition; }

Result<SurfelStore> sharpen(SurfelStore blurred, StationSets& sets, double noise, int threads) {
  const double across = kAcross * noise;
  const auto reach = static_cast<float>(std::max(kHitNoises * across, 2 * kAlong));
  std::shared_ptr<SurfelSpace> space = blurred.space();
  const std::vector<Surfel> surfels = blurred.take_all();
  std::vector<Mode> modes(surfels.size());
  Neighbourhood(surfels, reach, threads)
      .visit_cubes(threads, [&](std::size_t, std::span<const std::uint32_t> members, Vicinity& vicinity) {
        std::vector<Near> neighbours;
        for (const std::uint32_t i : members) {
          const Eigen::Vector3f& p = surfels[i].mean;
          modes[i] = climb(surfels, vicinity.within(reach, p), p, across, neighbours);
        }
      });
  std::vector<double> densities;
  densities.reserve(modes.size());
  for (const Mode& mode : modes) densities.push_back(mode.density);
  const double least = densities.empty() ? 0 : kStrayDensity * median(std::move(densities));
  SurfelStore store(1, std::move(space));
  if (Result<void> put = store.put(0, merged(surfels, modes, least, sets)); !put)
    return tl::unexpected(put.error());
  return store;
}

}  // namespace storey
