// A scan on the walk: beams in all directions from a moving place that is known less and less well.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/parallel.h"
#include "measuring.h"

namespace storey::simulator {

Recording record(const Building& building, const Scene& scene, const HandheldScanner& sensor,
                 std::uint64_t seed, int threads) {
  constexpr double kSpacing = 0.05;  // m between places
  const RayTracer tracer(building.mesh);
  const BeamSpace space{building, tracer, sensor.optics, sensor.max_range_m};
  const Walk walk = walk_through(scene, kSpacing, sensor.height_m);
  Drift drift(sensor.drift_mm_per_m, sensor.drift_deg_per_m, sensor.loop_closure * walk.length, seed);
  std::vector<Eigen::Isometry3d> believed_from_true;
  for (const Walk::Place& place : walk.places)
    believed_from_true.push_back(drift.believed_from_true(place.distance, place.position));

  const int beams = std::max(1, static_cast<int>(std::lround(sensor.points_per_m * kSpacing)));
  const double low = std::sin(sensor.lowest_deg * kRadians), high = std::sin(sensor.highest_deg * kRadians);
  std::vector<Recording> parts(walk.places.size());
  parallel_for(walk.places.size(), threads, [&](std::size_t i) {
    const Walk::Place& place = walk.places[i];
    const auto people = people_at(scene, place.distance / std::max(walk.length, 1e-9));
    for (int beam = 0; beam < beams; ++beam) {
      Random random(seed, i, static_cast<std::uint64_t>(beam), 0x5a11);
      const double azimuth = 2 * std::numbers::pi * random.uniform(), z = random.uniform(low, high);
      const double level = std::sqrt(1 - z * z);
      const Eigen::Vector3d along(level * std::cos(azimuth), level * std::sin(azimuth), z);
      const Echo echo = follow(space, people, place.position, along, random, parts[i].crossings);
      if (!echo.returned || echo.range < sensor.min_range_m || is_lost(echo, sensor.noise, random)) continue;
      const double range = echo.range + range_error(echo, sensor.noise, random);
      RawPoint point;
      point.position = believed_from_true[i] * (place.position + along * range);
      point.surface = echo.surface;
      point.intensity = static_cast<float>(std::clamp(signal_of(echo), 0.0, 1.0));
      parts[i].points.push_back(point);
      parts[i].echoes.push_back(echo);
    }
  });
  Recording out;
  for (const Recording& part : parts) {
    out.points.insert(out.points.end(), part.points.begin(), part.points.end());
    out.echoes.insert(out.echoes.end(), part.echoes.begin(), part.echoes.end());
    out.crossings.insert(out.crossings.end(), part.crossings.begin(), part.crossings.end());
  }
  return out;
}

}  // namespace storey::simulator
