// A scan from a tripod: a grid of beams over the sphere, column by column.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/parallel.h"
#include "measuring.h"

namespace storey::simulator {
namespace {

constexpr double kEdge = 0.05;  // m, of range between neighbours: an edge lies between them

/// The beams of one station. Directions are in the scanner's frame.
class StationScan {
 public:
  StationScan(const BeamSpace& space, const Scene& scene, const TerrestrialScanner& sensor,
              std::uint64_t seed, int station, const Eigen::Isometry3d& pose)
      : space_(space),
        scene_(scene),
        sensor_(sensor),
        seed_(seed),
        station_(static_cast<std::uint64_t>(station)),
        pose_(pose),
        columns_(std::max(1, static_cast<int>(std::lround(360 / sensor.step_deg)))),
        rows_(std::max(
            1, static_cast<int>(std::lround((sensor.highest_deg - sensor.lowest_deg) / sensor.step_deg)))),
        echoes_(static_cast<std::size_t>(columns_) * rows_) {}

  void run(int threads, RawStation registered, Recording& out) {
    std::vector<std::vector<Crossing>> crossings(columns_);
    parallel_for(columns_, threads,
                 [&](std::size_t column) { scan_column(static_cast<int>(column), crossings[column]); });
    std::vector<std::vector<RawPoint>> points(columns_);
    parallel_for(columns_, threads, [&](std::size_t column) {
      measure_column(static_cast<int>(column), registered.pose, static_cast<int>(out.stations.size()),
                     points[column]);
    });
    for (int column = 0; column < columns_; ++column) {
      out.points.insert(out.points.end(), points[column].begin(), points[column].end());
      out.crossings.insert(out.crossings.end(), crossings[column].begin(), crossings[column].end());
    }
    for (const Echo& echo : echoes_)
      if (echo.returned) out.echoes.push_back(echo);
    out.stations.push_back(std::move(registered));
  }

 private:
  Echo& echo(int column, int row) { return echoes_[static_cast<std::size_t>(column) * rows_ + row]; }

  /// `column` and `row` may lie between beams.
  Eigen::Vector3d direction(double column, double row) const {
    const double azimuth = column * sensor_.step_deg * kRadians;
    const double elevation = (sensor_.lowest_deg + (row + 0.5) * sensor_.step_deg) * kRadians;
    return {std::cos(elevation) * std::cos(azimuth), std::cos(elevation) * std::sin(azimuth),
            std::sin(elevation)};
  }

  Random random(int column, int row, std::uint64_t purpose) const {
    return Random(seed_, station_, static_cast<std::uint64_t>(column) << 32 | static_cast<std::uint32_t>(row),
                  purpose);
  }

  Echo shoot(const Eigen::Vector3d& along, const std::vector<Obstacle>& people, Random& random,
             std::vector<Crossing>& crossings) const {
    Echo echo = follow(space_, people, pose_.translation(), pose_.linear() * along, random, crossings);
    if (echo.returned && (echo.range < sensor_.min_range_m || is_lost(echo, sensor_.noise, random)))
      echo.returned = false;
    return echo;
  }

  void scan_column(int column, std::vector<Crossing>& crossings) {
    const auto people = people_at(scene_, static_cast<double>(column) / columns_);
    for (int row = 0; row < rows_; ++row) {
      Random chance = random(column, row, 1);
      echo(column, row) = shoot(direction(column, row), people, chance, crossings);
    }
  }

  bool at_edge(int column, int row) {
    const auto differs = [&](int c, int r) {
      if (r < 0 || r >= rows_) return false;
      const Echo& other = echo((c + columns_) % columns_, r);
      return other.returned && std::abs(other.range - echo(column, row).range) > kEdge;
    };
    return differs(column - 1, row) || differs(column + 1, row) || differs(column, row - 1) ||
           differs(column, row + 1);
  }

  /// A beam is as wide as its spot: where an edge cuts the spot the range comes out in between.
  double mixed_range(int column, int row, const std::vector<Obstacle>& people) {
    const Echo& main = echo(column, row);
    if (sensor_.mixed_share <= 0 || !at_edge(column, row)) return main.range;
    Random chance = random(column, row, 2);
    const double spot_rad = (sensor_.beam_mm / std::max(main.range, 0.1) + sensor_.divergence_mrad) / 2000;
    const double spot = spot_rad / (sensor_.step_deg * kRadians) * std::sqrt(chance.uniform());
    const double angle = 2 * std::numbers::pi * chance.uniform();
    std::vector<Crossing> ignored;
    const Echo rim = shoot(direction(column + spot * std::cos(angle), row + spot * std::sin(angle)), people,
                           chance, ignored);
    if (!rim.returned || std::abs(rim.range - main.range) < kEdge || !chance.chance(sensor_.mixed_share))
      return main.range;
    return main.range + (rim.range - main.range) * chance.uniform();
  }

  RawPoint measured(const Echo& echo, double range, double column, double row,
                    const Eigen::Isometry3d& registered, int station, Random& chance) const {
    const double wobble = sensor_.angle_noise_deg / sensor_.step_deg;
    const Eigen::Vector3d along =
        direction(column + wobble * chance.normal(), row + wobble * chance.normal());
    RawPoint point;
    point.position = registered * (along * (range + range_error(echo, sensor_.noise, chance)));
    point.surface = echo.surface;
    point.intensity = static_cast<float>(std::clamp(signal_of(echo), 0.0, 1.0));
    point.station = station;
    return point;
  }

  void measure_column(int column, const Eigen::Isometry3d& registered, int station,
                      std::vector<RawPoint>& points) {
    const auto people = people_at(scene_, static_cast<double>(column) / columns_);
    for (int row = 0; row < rows_; ++row) {
      const Echo& main = echo(column, row);
      if (!main.returned && !sensor_.keep_missing) continue;
      Random chance = random(column, row, 3);
      RawPoint point;
      if (main.returned) {
        point = measured(main, mixed_range(column, row, people), column, row, registered, station, chance);
      } else {
        point.position = registered.translation();
        point.valid = false;
        point.station = station;
      }
      point.row = row;
      point.column = column;
      points.push_back(point);
      if (main.returned && sensor_.boost) add_boost(main, column, row, registered, station, people, points);
    }
  }

  void add_boost(const Echo& main, int column, int row, const Eigen::Isometry3d& registered, int station,
                 const std::vector<Obstacle>& people, std::vector<RawPoint>& points) const {
    if ((main.place.head<2>() - sensor_.boost->center).norm() > sensor_.boost->radius) return;
    std::vector<Crossing> ignored;
    for (int i = 1; i < sensor_.boost->factor; ++i) {
      Random chance = random(column, row, 16 + static_cast<std::uint64_t>(i));
      const double c = column + chance.uniform() - 0.5, r = row + chance.uniform() - 0.5;
      const Echo extra = shoot(direction(c, r), people, chance, ignored);
      if (!extra.returned) continue;
      points.push_back(measured(extra, extra.range, c, r, registered, station, chance));
      points.back().row = row;
      points.back().column = column;
    }
  }

  const BeamSpace& space_;
  const Scene& scene_;
  const TerrestrialScanner& sensor_;
  const std::uint64_t seed_, station_;
  const Eigen::Isometry3d pose_;
  const int columns_, rows_;
  std::vector<Echo> echoes_;
};

}  // namespace

TerrestrialScanner TerrestrialScanner::ideal(double step_deg) {
  TerrestrialScanner out;
  out.step_deg = step_deg;
  out.noise = {0, 0, 0, 0, 0};
  out.angle_noise_deg = 0;
  out.mixed_share = 0;
  out.registration_mm = 0;
  out.registration_deg = 0;
  out.optics = {0, 0, 0};
  return out;
}

Recording record(const Building& building, const Scene& scene, const TerrestrialScanner& sensor,
                 std::uint64_t seed, int threads) {
  const RayTracer tracer(building.mesh);
  const BeamSpace space{building, tracer, sensor.optics, sensor.max_range_m};
  Recording out;
  for (std::size_t k = 0; k < scene.storeys.size(); ++k)
    for (const StationSpec& station : scene.storeys[k].stations) {
      const int index = static_cast<int>(out.stations.size());
      Random random(seed, static_cast<std::uint64_t>(index), 0x57a7);
      const Eigen::Vector3d position(station.position.x(), station.position.y(),
                                     scene.storeys[k].floor + station.height);
      const double heading = random.uniform(0, 360) * kRadians;
      const auto pose = [](const Eigen::Vector3d& p, double angle) {
        return Eigen::Isometry3d(Eigen::Translation3d(p) *
                                 Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitZ()));
      };
      const Eigen::Vector3d shift(random.normal(), random.normal(), random.normal());
      const double turn = sensor.registration_deg * kRadians * random.normal();
      const RawStation registered{"station " + std::to_string(index + 1),
                                  pose(position + shift * sensor.registration_mm / 1000, heading + turn),
                                  static_cast<int>(k)};
      StationScan(space, scene, sensor, seed, index, pose(position, heading)).run(threads, registered, out);
    }
  return out;
}

}  // namespace storey::simulator
