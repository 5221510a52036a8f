// A scene with everything that decides a scan of it, as it stands in a scene file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "simulate.h"
#include "storey/result.h"
#include "write_scan.h"

namespace storey::simulator {

struct Scenario {
  Scene scene;
  Sensor sensor = TerrestrialScanner{};
  World world;
  std::variant<XyzFormat, E57Format> format = XyzFormat{};
  std::uint64_t seed = 1;
  std::string tier = "T1";            ///< how hard: T1 simple, T2 furnished, T3 hard, T4 several storeys
  std::vector<std::string> features;  ///< for people
  bool expects_plan = true;           ///< false: a scan out of which no room may be made
  bool states_unit = true;            ///< a reader has to be told a unit other than metres
};

/// Reads a scene (JSON, see docs/simulator.md). Fails with the place of the first thing that is wrong; a key
/// that means nothing is wrong.
Result<Scenario> parse_scenario(std::string_view json);

/// Reads a scene file. One with a key "like" is a patch (RFC 7396) of the file that it names, whose path
/// counts from its own folder.
Result<Scenario> read_scenario(const std::filesystem::path& file);

/// Scans the scenario and writes scan.xyz or scan.e57, truth.json and scene.json into the folder, which is
/// made if need be. Returns the scan.
Result<SimulatedScan> write_scenario(const Scenario& scenario, const std::filesystem::path& folder,
                                     int threads);

}  // namespace storey::simulator
