// The scenes of tests/scenarios, from file to plan: which rooms there are, at each severity of what makes
// plans go wrong.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "engine_run.h"
#include "io/open_cloud.h"
#include "own_folder.h"
#include "polygons.h"
#include "scenario.h"

namespace storey {
namespace {

using simulator::Scenario;
using simulator::SimulatedScan;
using simulator::TruthRoom;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

/// A scene's name, as parameter of a test.
struct SceneName {
  const char* name;
  const char* limit = nullptr;  ///< why it is not planned right
};

void PrintTo(const SceneName& scene, std::ostream* out) { *out << scene.name; }

constexpr SceneName kScenes[] = {
    {"doors-ajar-1"},
    {"doors-ajar-2"},
    {"doors-closed-1"},
    {"doors-closed-2"},
    {"doors-open-1"},
    {"doors-open-2"},
    {"doors-sliding-1"},
    {"doors-sliding-2"},
    {"doors-sliding-3"},
    {"duplicates-1"},
    {"duplicates-3"},
    {"e57-gridded"},
    {"e57-spherical-2"},
    {"empty-hall-1"},
    {"empty-hall-2"},
    {"empty-hall-3"},
    {"nan-2"},
    {"no-ceiling-3"},
    {"no-floor-1"},
    {"no-floor-2", "a leaf of which the lower half is not seen passes for a pane of glass across the hall"},
    {"no-floor-3"},
    {"no-poses-2"},
    {"noise-cloud"},
    {"one-wall-1"},
    {"one-wall-2"},
    {"one-wall-3"},
    {"open-plan-1"},
    {"open-plan-2"},
    {"outside-only-1"},
    {"outside-only-2"},
    {"thick-walls-1"},
    {"thick-walls-2"},
    {"thick-walls-3"},
    {"thin-walls-1"},
    {"thin-walls-2"},
    {"thin-walls-3"},
    {"thinned-1"},
    {"thinned-2"},
    {"void-1"},
    {"void-2"},
    {"void-3"},
};

class SceneFiles : public ::testing::TestWithParam<SceneName> {};

double area_of(const TruthRoom& room) { return simulator::area(room.region); }

/// Is it the truth's room, to 6 % of its area? Where a gallery ends at a parapet is not known better.
bool is_same(const Room& room, const TruthRoom& truth) {
  double x = 0, y = 0;
  for (const Point2& p : room.polygon) {
    x += p.x / static_cast<double>(room.polygon.size());
    y += p.y / static_cast<double>(room.polygon.size());
  }
  return simulator::contains(truth.region, {x, y}) &&
         std::abs(room.area - area_of(truth)) < 0.06 * area_of(truth);
}

void expect_rooms(const Plan& plan, const simulator::Truth& truth) {
  ASSERT_EQ(plan.storeys.size(), truth.storeys.size());
  for (std::size_t i = 0; i < truth.storeys.size(); ++i) {
    const std::vector<Room>& rooms = plan.storeys[i].rooms;
    EXPECT_EQ(rooms.size(), truth.storeys[i].rooms.size()) << "storey " << i;
    for (const TruthRoom& room : truth.storeys[i].rooms)
      EXPECT_TRUE(std::any_of(rooms.begin(), rooms.end(), [&](const Room& r) { return is_same(r, room); }))
          << "storey " << i << " has no room of " << area_of(room) << " m2 like " << room.id;
  }
}

Scenario scenario_of(const std::string& name) {
  return simulator::read_scenario(std::filesystem::path(STOREY_SOURCE_DIR) / "tests/scenarios" /
                                  (name + ".json"))
      .value();
}

TEST(SceneFile, SlidingLeavesThatHideMostOfAWallMakeNoPaneOfIt) {
  const Scenario scenario = scenario_of("doors-sliding-2");
  const SimulatedScan scan =
      simulator::simulate(scenario.scene, scenario.sensor, scenario.world, scenario.seed).value();
  const Result<Built> built = plan_of(MemoryCloud(scan));
  ASSERT_TRUE(built) << built.error().describe();
  EXPECT_THAT(differences(built->plan, scan.truth), Not(Contains(HasSubstr("wall at"))));
}

TEST_P(SceneFiles, HasTheRoomsOfTheTruth) {
  if (GetParam().limit) GTEST_SKIP() << "known limit: " << GetParam().limit;
  const Scenario scenario = scenario_of(GetParam().name);
  const std::filesystem::path folder = simulator::own_folder();
  const SimulatedScan scan = simulator::write_scenario(scenario, folder, 1).value();
  const bool e57 = std::filesystem::exists(folder / "scan.e57");
  const auto cloud = open_cloud(folder / (e57 ? "scan.e57" : "scan.xyz"));
  ASSERT_TRUE(cloud) << cloud.error().describe();
  const Result<Built> built = plan_of(**cloud);
  std::filesystem::remove_all(folder);
  ASSERT_EQ(built.has_value(), scenario.expects_plan);
  if (built) expect_rooms(built->plan, scan.truth);
}

INSTANTIATE_TEST_SUITE_P(Severities, SceneFiles, ::testing::ValuesIn(kScenes), [](const auto& scene) {
  std::string name = scene.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace storey
