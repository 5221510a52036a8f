// Plans scenes as they lie, and moved by parts of a voxel: what a plan owes to where its rasters happen to
// lie.
//   raster_positions SCENE…
// prints, for each position (mm along x and y, before the scene's own turn), the faults over all scenes
// (rooms, walls, openings and levels that are not as in the truth) and the agreement with the truth in per
// cent; then the scenes whose agreement differs by more than 1 % between positions.
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "engine/engine_run.h"
#include "plan_agreement.h"
#include "raster_position.h"

namespace {

using namespace storey;

constexpr double kSteady = 1;  // per cent: less is a jamb that moved by centimetres

struct Outcome {
  std::size_t faults = 0;
  double agreement = 0;
};

Outcome outcome_of(const simulator::Scenario& scenario) {
  const Result<simulator::SimulatedScan> scan =
      simulate(scenario.scene, scenario.sensor, scenario.world, scenario.seed);
  if (!scan) throw std::runtime_error(scan.error().describe());
  const Result<Built> built = plan_of(MemoryCloud(*scan));
  if (!built || built->plan.storeys.size() != scan->truth.storeys.size()) return {things(scan->truth), 0};
  return {wrong_things(built->plan, scan->truth, tolerances_of(scenario.sensor)),
          agreement(built->plan, scan->truth)};
}

struct Scene {
  std::string name;
  std::array<Outcome, kRasterPositions.size()> outcomes;
};

Scene measured(const std::filesystem::path& file) {
  const Result<simulator::Scenario> scenario = simulator::read_scenario(file);
  if (!scenario) throw std::runtime_error(scenario.error().describe());
  Scene scene{file.stem(), {}};
  for (std::size_t i = 0; i < scene.outcomes.size(); ++i)
    scene.outcomes[i] = outcome_of(at_position(*scenario, i));
  return scene;
}

void print(const std::vector<Scene>& scenes) {
  std::printf("%-12s %8s %12s\n", "x, y (mm)", "faults", "agreement %");
  for (std::size_t i = 0; i < kRasterPositions.size(); ++i) {
    std::size_t faults = 0;
    double agreement = 0;
    for (const Scene& scene : scenes) {
      faults += scene.outcomes[i].faults;
      agreement += scene.outcomes[i].agreement / static_cast<double>(scenes.size());
    }
    std::printf("%3.0f, %-7.0f %8zu %12.1f\n", kRasterPositions[i][0] * 1000, kRasterPositions[i][1] * 1000,
                faults, agreement);
  }
  std::size_t steady = 0;
  for (const Scene& scene : scenes) {
    const auto [least, most] = std::ranges::minmax(scene.outcomes, {}, &Outcome::agreement);
    if (most.agreement - least.agreement <= kSteady) {
      ++steady;
      continue;
    }
    std::printf("  %-20s", scene.name.c_str());
    for (const Outcome& outcome : scene.outcomes) std::printf(" %6.1f", outcome.agreement);
    std::printf("\n");
  }
  std::printf("%zu of %zu scenes agree to %.0f %% wherever they lie\n", steady, scenes.size(), kSteady);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    std::vector<Scene> scenes;
    for (int i = 1; i < argc; ++i) scenes.push_back(measured(argv[i]));
    if (scenes.empty()) return 2;
    print(scenes);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "raster_positions: %s\n", error.what());
    return 1;
  }
  return 0;
}
