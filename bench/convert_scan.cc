// Makes the scans of bench/convert.py and bench/scaling.py: a scene file scanned station by station, so that
// memory holds one station's points whatever their sum.
//   convert_scan SCENE FILE MILLIONS THREADS     writes an E57; prints "points stations rooms"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>
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

/// The scene with one of its stations alone.
Scene with_station(const Scene& scene, std::size_t storey, std::size_t station) {
  Scene part = scene;
  for (auto& other : part.storeys) other.stations.clear();
  part.storeys[storey].stations = {scene.storeys[storey].stations[station]};
  return part;
}

/// Storey and number of each station.
std::vector<std::pair<std::size_t, std::size_t>> stations_of(const Scene& scene) {
  std::vector<std::pair<std::size_t, std::size_t>> stations;
  for (std::size_t s = 0; s < scene.storeys.size(); ++s)
    for (std::size_t i = 0; i < scene.storeys[s].stations.size(); ++i) stations.emplace_back(s, i);
  return stations;
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
  const std::vector<std::pair<std::size_t, std::size_t>> stations = stations_of(scenario->scene);
  TerrestrialScanner sensor = std::get<TerrestrialScanner>(scenario->sensor);
  sensor.step_deg = step_for(points, stations.size(), sensor);

  E57Writer writer(file);
  std::size_t written = 0;
  for (std::size_t i = 0; i < stations.size(); ++i) {
    const Recording recording =
        record(*building, with_station(scenario->scene, stations[i].first, stations[i].second), sensor,
               scenario->seed + i, threads);
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
  std::size_t rooms = 0;
  for (const auto& storey : building->truth.storeys) rooms += storey.rooms.size();
  std::printf("%zu %zu %zu\n", written, stations.size(), rooms);
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
