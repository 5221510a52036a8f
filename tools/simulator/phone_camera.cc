// Depth pictures on the walk, fused into voxels: what is left of corners is round.
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <unordered_map>

#include "base/parallel.h"
#include "measuring.h"

namespace storey::simulator {
namespace {

constexpr double kHolePatch = 0.3;  // m

using Key = std::array<std::int32_t, 3>;

Key key_of(const Eigen::Vector3d& p, double size) {
  return {static_cast<std::int32_t>(std::floor(p.x() / size)),
          static_cast<std::int32_t>(std::floor(p.y() / size)),
          static_cast<std::int32_t>(std::floor(p.z() / size))};
}

struct KeyHash {
  std::size_t operator()(const Key& k) const {
    return static_cast<std::size_t>(Random(static_cast<std::uint64_t>(k[0]), static_cast<std::uint64_t>(k[1]),
                                           static_cast<std::uint64_t>(k[2]))
                                        .next());
  }
};

/// One point per voxel that was hit often enough, in the order of first hits.
std::vector<RawPoint> fuse(const std::vector<RawPoint>& points, double size, int fewest_hits) {
  std::unordered_map<Key, std::size_t, KeyHash> index;
  std::vector<RawPoint> sums;
  std::vector<int> counts;
  for (const RawPoint& point : points) {
    const auto [place, is_new] = index.try_emplace(key_of(point.position, size), sums.size());
    if (is_new) {
      sums.push_back(point);
      counts.push_back(1);
    } else {
      sums[place->second].position += point.position;
      ++counts[place->second];
    }
  }
  std::vector<RawPoint> out;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (counts[i] < fewest_hits) continue;
    sums[i].position /= counts[i];
    out.push_back(sums[i]);
  }
  return out;
}

/// Every point moved to the mean of those within the radius.
std::vector<RawPoint> rounded(const std::vector<RawPoint>& points, double radius) {
  if (radius <= 0) return points;
  std::unordered_map<Key, std::vector<std::size_t>, KeyHash> cells;
  for (std::size_t i = 0; i < points.size(); ++i) cells[key_of(points[i].position, radius)].push_back(i);
  std::vector<RawPoint> out = points;
  for (RawPoint& point : out) {
    const Eigen::Vector3d center = point.position;
    const Key key = key_of(center, radius);
    Eigen::Vector3d sum(0, 0, 0);
    double weight = 0;
    for (int n = 0; n < 27; ++n) {
      const auto cell = cells.find({key[0] + n % 3 - 1, key[1] + n / 3 % 3 - 1, key[2] + n / 9 - 1});
      if (cell == cells.end()) continue;
      for (const std::size_t i : cell->second) {
        const double w = 1 - (points[i].position - center).squaredNorm() / (radius * radius);
        if (w <= 0) continue;
        sum += w * points[i].position;
        weight += w;
      }
    }
    point.position = sum / weight;
  }
  return out;
}

/// One picture.
Recording take(const BeamSpace& space, const Scene& scene, const PhoneCamera& sensor,
               const Walk::Place& place, double share, std::uint64_t seed, std::uint64_t frame) {
  Recording out;
  Random view(seed, frame, 0xca3e);
  const double pitch = view.uniform(sensor.lowest_pitch_deg, sensor.highest_pitch_deg) * kRadians;
  const Eigen::Matrix3d turn =
      (Eigen::AngleAxisd(2 * std::numbers::pi * view.uniform(), Eigen::Vector3d::UnitZ()) *
       Eigen::AngleAxisd(-pitch, Eigen::Vector3d::UnitY()))
          .toRotationMatrix();
  const auto people = people_at(scene, share);
  const double half_width = std::tan(sensor.fov_deg / 2 * kRadians);
  const int rows = sensor.rays_across * 3 / 4;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < sensor.rays_across; ++column) {
      Random random(seed, frame, static_cast<std::uint64_t>(row * sensor.rays_across + column), 0xf0a);
      const double x = (2 * (column + random.uniform()) / sensor.rays_across - 1) * half_width;
      const double y = (2 * (row + random.uniform()) / rows - 1) * half_width * 0.75;
      const Eigen::Vector3d along = turn * Eigen::Vector3d(1, -x, -y).normalized();
      const Echo echo = follow(space, people, place.position, along, random, out.crossings);
      if (!echo.returned || echo.surface == Surface::kGlass || echo.surface == Surface::kDark) continue;
      const double range =
          echo.range + sensor.noise_mm / 1000 * echo.range * echo.range / 4 * random.normal();
      RawPoint point;
      point.position = place.position + along * range;
      point.surface = echo.surface;
      point.intensity = static_cast<float>(echo.cosine);
      out.points.push_back(point);
      out.echoes.push_back(echo);
    }
  return out;
}

}  // namespace

Recording record(const Building& building, const Scene& scene, const PhoneCamera& sensor, std::uint64_t seed,
                 int threads) {
  const RayTracer tracer(building.mesh);
  const BeamSpace space{building, tracer, sensor.optics, sensor.max_range_m};
  const Walk walk = walk_through(scene, 1 / sensor.frames_per_m, sensor.height_m);
  std::vector<Recording> frames(walk.places.size());
  parallel_for(frames.size(), threads, [&](std::size_t i) {
    frames[i] = take(space, scene, sensor, walk.places[i], walk.places[i].distance / walk.length, seed, i);
  });
  Drift drift(sensor.drift_mm_per_m, 0, walk.length, seed);
  const auto in_hole = [&](const Eigen::Vector3d& p) {
    return Random(seed, 0x401e, KeyHash()(key_of(p, kHolePatch))).chance(sensor.hole_share);
  };
  Recording out;
  std::vector<RawPoint> points;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Eigen::Isometry3d believed =
        drift.believed_from_true(walk.places[i].distance, walk.places[i].position);
    for (std::size_t k = 0; k < frames[i].points.size(); ++k) {
      if (in_hole(frames[i].echoes[k].place)) continue;
      points.push_back(frames[i].points[k]);
      points.back().position = believed * points.back().position;
      out.echoes.push_back(frames[i].echoes[k]);
    }
    out.crossings.insert(out.crossings.end(), frames[i].crossings.begin(), frames[i].crossings.end());
  }
  out.points = rounded(fuse(points, sensor.voxel_mm / 1000, sensor.fewest_hits), sensor.rounding_mm / 1000);
  return out;
}

}  // namespace storey::simulator
