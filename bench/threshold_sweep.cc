// Counts what the engine gets wrong on scene files: half of bench/threshold_sweep.py, which links it with
// variants of the engine.
//   threshold_sweep SCENE…     prints a line per scene: differences from the truth, and its name
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <stdexcept>

#include "engine/engine_run.h"
#include "scenario.h"

namespace {

using namespace storey;
using namespace storey::simulator;

/// What a plan without anything in it would lack: rooms, and the openings that the scan shows.
std::size_t all_there_is(const Truth& truth) {
  std::size_t things = 0;
  for (const TruthStorey& level : truth.storeys)
    things += level.rooms.size() + static_cast<std::size_t>(std::ranges::count_if(
                                       level.openings, [](const TruthOpening& o) { return o.seen > 0.3; }));
  return things;
}

std::size_t wrong_in(const std::filesystem::path& file) {
  const Result<Scenario> scenario = read_scenario(file);
  if (!scenario) throw std::runtime_error(scenario.error().describe());
  const Result<SimulatedScan> scan =
      simulate(scenario->scene, scenario->sensor, scenario->world, scenario->seed, 1);
  if (!scan) throw std::runtime_error(scan.error().describe());
  const Result<Built> built = plan_of(MemoryCloud(*scan), {}, 1);
  // Storeys that cannot be told which is which are not compared: then nothing counts as found.
  if (!built || built->plan.storeys.size() != scan->truth.storeys.size()) return all_there_is(scan->truth);
  return differences(built->plan, scan->truth).size();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    for (int i = 1; i < argc; ++i) {
      std::printf("%zu %s\n", wrong_in(argv[i]), std::filesystem::path(argv[i]).stem().c_str());
      std::fflush(stdout);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "threshold_sweep: %s\n", error.what());
    return 1;
  }
  return argc > 1 ? 0 : 2;
}
