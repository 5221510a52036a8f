// Makes the scan of bench/convert.py: a scene file scanned station by station, so that memory holds one
// station's points whatever their sum.
//   convert_scan SCENE FILE MILLIONS THREADS     writes an E57; prints "points stations rooms"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "building.h"
#include "scenario.h"
#include "tools/e57_writer.h"

namespace {

using namespace storey;
using namespace storey::simulator;

constexpr double kReturned = 0.98;  // share of the beams that come back from this scene

/// The angle between beams at which `stations` bring `points` together.
double step_for(double points, std::size_t stations, const TerrestrialScanner& sensor) {
  const double square_degrees = 360 * (sensor.highest_deg - sensor.lowest_deg);
  return std::sqrt(square_degrees * static_cast<double>(stations) * kReturned / points);
}

/// The scene with one of its stations alone; all are on the lowest storey.
Scene with_station(const Scene& scene, std::size_t station) {
  Scene part = scene;
  part.storeys[0].stations = {scene.storeys[0].stations[station]};
  return part;
}

std::vector<E57Point> in_scan_frame(const Recording& recording) {
  const Eigen::Isometry3d scan_from_scene = recording.stations[0].pose.inverse();
  std::vector<E57Point> points;
  points.reserve(recording.points.size());
  for (const RawPoint& raw : recording.points) {
    const Eigen::Vector3d p = scan_from_scene * raw.position;
    E57Point point;
    point.coordinates = {p.x(), p.y(), p.z()};
    points.push_back(point);
  }
  return points;
}

int make(const char* scene_file, const char* file, double points, int threads) {
  const Result<Scenario> scenario = read_scenario(scene_file);
  if (!scenario) throw std::runtime_error(scenario.error().describe());
  const Result<Building> building = build(scenario->scene);
  if (!building) throw std::runtime_error(building.error().describe());
  const std::size_t stations = scenario->scene.storeys[0].stations.size();
  TerrestrialScanner sensor = std::get<TerrestrialScanner>(scenario->sensor);
  sensor.step_deg = step_for(points, stations, sensor);

  E57Writer writer(file);
  std::size_t written = 0;
  for (std::size_t i = 0; i < stations; ++i) {
    const Recording recording =
        record(*building, with_station(scenario->scene, i), sensor, scenario->seed + i, threads);
    E57ScanOptions options;
    options.name = "station " + std::to_string(i + 1);
    options.world_from_scan = recording.stations[0].pose;
    options.coordinates.fill(E57Encoding::scaled(0.0001, -500'000, 500'000));
    writer.begin_scan(options);
    const std::vector<E57Point> scan = in_scan_frame(recording);
    writer.add(scan);
    written += scan.size();
  }
  writer.finish();
  std::printf("%zu %zu %zu\n", written, stations, building->truth.storeys[0].rooms.size());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: convert_scan SCENE FILE MILLIONS THREADS\n");
    return 2;
  }
  try {
    return make(argv[1], argv[2], std::strtod(argv[3], nullptr) * 1e6, std::atoi(argv[4]));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "convert_scan: %s\n", error.what());
    return 1;
  }
}
