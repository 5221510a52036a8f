// Plans scenes as they lie, and changed in ways that should not matter: what a plan owes to where a building
// lies, and to how it was scanned.
//   scene_variants all|NAME,NAME… SCENE…
// prints, for each variant, the faults over all scenes (rooms, walls, openings and levels that are not as in
// the truth), the agreement with the truth in per cent, and how many scenes lose more than 2 per cent by it,
// then which do. A variant may be made in several ways, of which the mean counts. The first, "moved", is the
// scene at its positions on the engine's rasters: all others are held against that.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "building.h"
#include "engine/engine_run.h"
#include "plan_agreement.h"
#include "raster_position.h"

namespace {

using namespace storey;
using simulator::Scenario;

constexpr double kSame = 2;    // per cent: less is a jamb or two that moved
constexpr double kSteady = 1;  // per cent between positions on the rasters

using Change = std::function<bool(Scenario&)>;  // false: not for this scene

struct Variant {
  std::string name;
  std::vector<Change> ways;
};

Change moved(std::size_t position) {
  return [position](Scenario& scenario) {
    scenario = at_position(std::move(scenario), position);
    return true;
  };
}

Change in_world(std::function<void(simulator::World&)> change) {
  return [change = std::move(change)](Scenario& scenario) {
    change(scenario.world);
    return true;
  };
}

/// One point in four, other ones at each position.
Change thinned(std::size_t position) {
  return [position](Scenario& scenario) {
    scenario.world.keep_share /= 4;
    return moved(position)(scenario);
  };
}

/// Ten times the points within 1 m of a corner of the first room. What is carried about has no beam to
/// repeat.
bool dense_in_a_corner(Scenario& scenario) {
  auto* scanner = std::get_if<simulator::TerrestrialScanner>(&scenario.sensor);
  if (scanner == nullptr) return false;
  const Result<simulator::Building> building = simulator::build(scenario.scene);
  if (!building || building->truth.storeys.empty() || building->truth.storeys[0].rooms.empty()) return false;
  scanner->boost = simulator::DensityBoost{building->truth.storeys[0].rooms[0].region.outer.front(), 1.0, 10};
  return true;
}

std::vector<Variant> all_variants() {
  constexpr double kFeetPerMetre = 1 / 0.3048;
  std::vector<Variant> variants = {{"moved", {}}, {"thinned", {}}, {"turned", {}}};
  for (std::size_t i = 0; i < kRasterPositions.size(); ++i) {
    variants[0].ways.push_back(moved(i));
    variants[1].ways.push_back(thinned(i));
  }
  for (const double degrees : {7.0, 45.0, 133.0})
    variants[2].ways.push_back(in_world([degrees](simulator::World& world) { world.yaw_deg += degrees; }));
  variants.push_back({"far", {in_world([](simulator::World& world) { world.shift.x() += 1e6; })}});
  variants.push_back(
      {"feet", {in_world([](simulator::World& world) { world.units_per_m = kFeetPerMetre; })}});
  variants.push_back({"corner", {dense_in_a_corner}});
  variants.push_back({"shuffled", {in_world([](simulator::World& world) { world.shuffle = true; })}});
  return variants;
}

struct Outcome {
  double faults = 0, agreement = 0;
};

Outcome outcome_of(const Scenario& scenario) {
  const Result<simulator::SimulatedScan> scan =
      simulate(scenario.scene, scenario.sensor, scenario.world, scenario.seed);
  if (!scan) throw std::runtime_error(scan.error().describe());
  const Result<Built> built = plan_of(MemoryCloud(*scan));
  if (!scenario.expects_plan) {
    double rooms = 0;
    if (built)
      for (const Storey& storey : built->plan.storeys) rooms += static_cast<double>(storey.rooms.size());
    return {rooms, rooms > 0 ? 0.0 : 100.0};
  }
  if (!built || built->plan.storeys.size() != scan->truth.storeys.size())
    return {double(things(scan->truth)), 0};
  return {double(wrong_things(built->plan, scan->truth, tolerances_of(scenario.sensor))),
          agreement(built->plan, scan->truth)};
}

struct Measured {
  Outcome mean;
  double spread = 0;  ///< per cent of agreement between its ways
};

std::optional<Measured> measured(const Scenario& scenario, const Variant& variant) {
  std::vector<Outcome> outcomes;
  for (const Change& change : variant.ways)
    if (Scenario changed = scenario; change(changed)) outcomes.push_back(outcome_of(changed));
  if (outcomes.empty()) return std::nullopt;
  Measured of;
  const auto count = static_cast<double>(outcomes.size());
  for (const Outcome& outcome : outcomes) {
    of.mean.faults += outcome.faults / count;
    of.mean.agreement += outcome.agreement / count;
  }
  const auto [least, most] = std::ranges::minmax(outcomes, {}, &Outcome::agreement);
  of.spread = most.agreement - least.agreement;
  return of;
}

struct Scene {
  std::string name;
  std::vector<std::optional<Measured>> variants;  ///< as in the list; the first always
};

Scene measured(const std::filesystem::path& file, const std::vector<Variant>& variants) {
  const Result<Scenario> scenario = simulator::read_scenario(file);
  if (!scenario) throw std::runtime_error(scenario.error().describe());
  Scene scene{file.stem(), {}};
  for (const Variant& variant : variants) scene.variants.push_back(measured(*scenario, variant));
  return scene;
}

/// Of the scenes for which there is such a variant.
void print(const Variant& variant, std::size_t index, const std::vector<Scene>& scenes) {
  Outcome sum, before;
  std::size_t count = 0;
  std::vector<const Scene*> losers;
  for (const Scene& scene : scenes) {
    const auto& of = scene.variants[index];
    if (!of) continue;
    ++count;
    sum.faults += of->mean.faults;
    sum.agreement += of->mean.agreement;
    before.faults += scene.variants[0]->mean.faults;
    before.agreement += scene.variants[0]->mean.agreement;
    if (of->mean.agreement < scene.variants[0]->mean.agreement - kSame) losers.push_back(&scene);
  }
  const double per = count > 0 ? 1 / static_cast<double>(count) : 0;
  std::printf("%-10s %6zu %8.1f %+6.1f %9.2f %+6.2f %6zu\n", variant.name.c_str(), count, sum.faults,
              sum.faults - before.faults, sum.agreement * per, (sum.agreement - before.agreement) * per,
              losers.size());
  for (const Scene* scene : losers)
    std::printf("    %-20s %6.1f -> %5.1f\n", scene->name.c_str(), scene->variants[0]->mean.agreement,
                scene->variants[index]->mean.agreement);
}

void print(const std::vector<Variant>& variants, const std::vector<Scene>& scenes) {
  std::printf("%-10s %6s %8s %6s %9s %6s %6s\n", "variant", "scenes", "faults", "", "agree %", "", "lose 2");
  for (std::size_t i = 0; i < variants.size(); ++i) print(variants[i], i, scenes);
  const auto steady =
      std::ranges::count_if(scenes, [](const Scene& scene) { return scene.variants[0]->spread <= kSteady; });
  std::printf("%zu of %zu scenes agree to %.0f %% wherever they lie on the rasters\n",
              static_cast<std::size_t>(steady), scenes.size(), kSteady);
}

/// The first of all, and those that are named.
std::vector<Variant> chosen_variants(const std::string& names) {
  const std::vector<Variant> variants = all_variants();
  if (names == "all") return variants;
  std::vector<Variant> chosen{variants.front()};
  std::istringstream list(names);
  for (std::string name; std::getline(list, name, ',');) {
    const auto named = std::ranges::find(variants, name, &Variant::name);
    if (named == variants.end()) throw std::runtime_error("there is no variant " + name);
    if (named != variants.begin()) chosen.push_back(*named);
  }
  return chosen;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: scene_variants all|NAME,NAME… SCENE…\n");
    return 2;
  }
  try {
    const std::vector<Variant> variants = chosen_variants(argv[1]);
    std::vector<Scene> scenes;
    for (int i = 2; i < argc; ++i) scenes.push_back(measured(argv[i], variants));
    print(variants, scenes);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "scene_variants: %s\n", error.what());
    return 1;
  }
  return 0;
}
