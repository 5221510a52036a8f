#include "engine/scan/sharpen.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
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

constexpr double kAcross = 0.8;        // factor on the noise: narrower, each bump of the noise is a sheet
constexpr double kAlong = 2 * kVoxel;  // m, standard deviation along the surface: two voxels
constexpr float kAtRest = 0.0002f;     // m: a hundredth of a voxel
constexpr double kStrayDensity =
    0.03;  // share of the median density: a tenth of what thinly scanned walls have

/// Where a surfel comes to rest.
struct Mode {
  Eigen::Vector3f place = Eigen::Vector3f::Zero();
  double density = 0;  ///< points there, by the kernel's weights
};

/// What lies about a surfel, as it lies from there. Numbers of one kind lie together, so that several are one
/// step.
class Surroundings {
 public:
  /// \param near  of the surfels, those about `p`
  void look_at(std::span<const Surfel> surfels, std::span<const std::uint32_t> near,
               const Eigen::Vector3f& p) {
    from_ = p;
    const auto count = static_cast<Eigen::Index>(near.size());
    for (Eigen::ArrayXf* values : {&x_, &y_, &z_, &points_}) values->resize(count);
    for (Eigen::Index k = 0; k < count; ++k) {
      const Surfel& other = surfels[near[static_cast<std::size_t>(k)]];
      x_[k] = other.mean.x() - p.x();
      y_[k] = other.mean.y() - p.y();
      z_[k] = other.mean.z() - p.z();
      points_[k] = other.count;
    }
  }

  /// Follows the density along the normal; `across` is the kernel's standard deviation in that direction, m.
  Mode climb(double across) {
    const Eigen::Vector3f normal = this->normal();
    across_ = normal.x() * x_ + normal.y() * y_ + normal.z() * z_;
    const auto squared_along = x_ * x_ + y_ * y_ + z_ * z_ - across_ * across_;
    weights_ = points_ * (squared_along * exponent(kAlong)).exp();
    // Products of smaller numbers are too small to be normal ones, which take a hundred times as long.
    const float least = std::log(std::numeric_limits<float>::min()) / 2;
    float offset = 0, density = 0;
    for (int round = 0; round < kMostRounds; ++round) {
      off_ = across_ - offset;
      kernel_ = weights_ * (off_ * off_ * exponent(across)).max(least).exp();
      density = kernel_.sum();
      const float step = (kernel_ * off_).sum() / density;
      offset += step;
      if (std::abs(step) < kAtRest) break;
    }
    return {from_ + offset * normal, static_cast<double>(density)};
  }

 private:
  /// The direction in which points scatter least.
  Eigen::Vector3f normal() const {
    const auto mean = [&, all = points_.sum()](const auto& values) {
      return static_cast<double>((points_ * values).sum() / all);
    };
    const Eigen::Vector3d middle(mean(x_), mean(y_), mean(z_));
    const double xy = mean(x_ * y_), xz = mean(x_ * z_), yz = mean(y_ * z_);
    Eigen::Matrix3d squares;
    squares << mean(x_ * x_), xy, xz,  //
        xy, mean(y_ * y_), yz,         //
        xz, yz, mean(z_ * z_);
    return eigenpairs(Eigen::Matrix3d(squares - middle * middle.transpose())).vectors.col(0).cast<float>();
  }

  /// Of a normal distribution's density, by the squared distance.
  static float exponent(double deviation) { return static_cast<float>(-0.5 / (deviation * deviation)); }

  Eigen::Vector3f from_;
  Eigen::ArrayXf x_, y_, z_;  // m
  Eigen::ArrayXf points_;
  Eigen::ArrayXf across_;   // m, along the normal
  Eigen::ArrayXf weights_;  // points, by how far along the surface they lie
  Eigen::ArrayXf off_;      // m, along the normal from where the surfel has climbed to
  Eigen::ArrayXf kernel_;   // `weights_`, by how far off they lie
};

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
        Surroundings near;
        for (const std::uint32_t i : members) {
          const Eigen::Vector3f& p = surfels[i].mean;
          near.look_at(surfels, vicinity.within(reach, p), p);
          modes[i] = near.climb(across);
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
