// The folder of a scanned scenario: the scan, its truth, and what a runner has to know about both.
#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <fstream>

#include "model/json_text.h"
#include "scenario.h"

namespace storey::simulator {
namespace {

namespace json = boost::json;

Result<void> write_text(const std::string& text, const std::filesystem::path& file) {
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.flush();
  if (!stream)
    return fail({ErrorCode::kUnwritable,
                 "the file cannot be written",
                 file.string(),
                 {},
                 "check the folder and the disk"});
  return {};
}

std::string unit_of(double units_per_m) {
  if (units_per_m == 1) return "m";
  if (units_per_m == 100) return "cm";
  if (units_per_m == 1000) return "mm";
  return units_per_m < 10 ? "ft" : "in";
}

const char* sensor_name(const Sensor& sensor) {
  if (std::holds_alternative<TerrestrialScanner>(sensor)) return "tls";
  return std::holds_alternative<HandheldScanner>(sensor) ? "slam" : "phone";
}

json::object description(const Scenario& scenario, const SimulatedScan& scan, const std::string& file) {
  const std::string unit = unit_of(scenario.world.units_per_m);
  json::array arguments;
  if (unit != "m" && scenario.states_unit) arguments = {"--input-units", json::string(unit)};
  std::size_t rooms = 0;
  for (const TruthStorey& storey : scan.truth.storeys) rooms += storey.rooms.size();
  json::array features;
  for (const std::string& feature : scenario.features) features.push_back(json::string(feature));
  return {{"name", scenario.scene.name},
          {"tier", scenario.tier},
          {"file", file},
          {"format", std::filesystem::path(file).extension().string().substr(1)},
          {"units", unit},
          {"arguments", arguments},
          {"points",
           std::count_if(scan.points.begin(), scan.points.end(), [](const ScanPoint& p) { return p.valid; })},
          {"stations", scan.stations.size()},
          {"sensor", sensor_name(scenario.sensor)},
          {"storeys", scan.truth.storeys.size()},
          {"rooms", rooms},
          {"tilt_deg", scenario.world.tilt_deg},
          {"features", features},
          {"expects_plan", scenario.expects_plan},
          {"seed", scenario.seed}};
}

}  // namespace

Result<SimulatedScan> write_scenario(const Scenario& scenario, const std::filesystem::path& folder,
                                     int threads) {
  auto scan = simulate(scenario.scene, scenario.sensor, scenario.world, scenario.seed, threads);
  if (!scan) return scan;
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  const auto* xyz = std::get_if<XyzFormat>(&scenario.format);
  const std::string name = xyz != nullptr ? "scan.xyz" : "scan.e57";
  auto written = xyz != nullptr ? write_xyz(*scan, *xyz, folder / name)
                                : write_e57(*scan, std::get<E57Format>(scenario.format), folder / name);
  if (written) written = write_text(truth_json(scan->truth), folder / "truth.json");
  if (written) written = write_text(json_text(description(scenario, *scan, name)), folder / "scene.json");
  if (!written) return tl::unexpected(written.error());
  return scan;
}

}  // namespace storey::simulator
