// The scenes of tests/scenarios, from file to plan: which rooms there are, at each severity of what makes
// plans go wrong.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

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
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kWardrobes = "wardrobes up to the ceiling are taken for wall";

/// The scenes that are not planned right, and why.
const std::map<std::string, const char*> kLimits = {
    {"stairs-2", "an open leaf hides the end of a hall"},
    {"wardrobes-2", kWardrobes},
    {"wardrobes-3", kWardrobes},
};

std::filesystem::path scenario_folder() {
  return std::filesystem::path(STOREY_SOURCE_DIR) / "tests/scenarios";
}

/// The names of all scenes, in order.
std::vector<std::string> scene_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(scenario_folder()))
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

class SceneFiles : public ::testing::TestWithParam<std::string> {};

double area_of(const TruthRoom& room) { return simulator::area(room.region); }

/// m² of the region that lie within the polygon.
double common_area(const simulator::Region& region, const std::vector<Point2>& polygon) {
  simulator::Ring outline;
  for (const Point2& p : polygon) outline.emplace_back(p.x, p.y);
  double common = 0;
  for (const simulator::Region& part : simulator::intersect({region}, {outline}))
    common += simulator::area(part);
  return common;
}

/// Is it the truth's room, to 6 % of its area? Where a gallery ends at a parapet is not known better.
bool is_same(const Room& room, const TruthRoom& truth) {
  constexpr double kTolerance = 0.06;
  return common_area(truth.region, room.polygon) > (1 - kTolerance) * area_of(truth) &&
         std::abs(room.area - area_of(truth)) < kTolerance * area_of(truth);
}

/// The rooms that the scan shows, and no others.
void expect_rooms(const Plan& plan, const simulator::Truth& truth) {
  constexpr double kSeen = 0.3;  // share of its walls: a room seen through its door alone has less
  ASSERT_EQ(plan.storeys.size(), truth.storeys.size());
  for (std::size_t i = 0; i < truth.storeys.size(); ++i) {
    const std::vector<Room>& rooms = plan.storeys[i].rooms;
    std::size_t seen = 0;
    for (const TruthRoom& room : truth.storeys[i].rooms) {
      if (room.walls_seen < kSeen) continue;
      ++seen;
      EXPECT_TRUE(std::any_of(rooms.begin(), rooms.end(), [&](const Room& r) { return is_same(r, room); }))
          << "storey " << i << " has no room of " << area_of(room) << " m2 like " << room.id;
    }
    EXPECT_EQ(rooms.size(), seen) << "storey " << i;
  }
}

/// The stairs that there are, and no others.
void expect_stairs(const Plan& plan, const simulator::Truth& truth) {
  constexpr double kCommon = 0.8;  // share of the truth's area: three treads of 15 may be hidden
  ASSERT_EQ(plan.storeys.size(), truth.storeys.size());
  for (std::size_t i = 0; i < truth.storeys.size(); ++i) {
    const std::vector<Stair>& stairs = plan.storeys[i].stairs;
    EXPECT_EQ(stairs.size(), truth.storeys[i].stairs.size()) << "storey " << i;
    for (const simulator::Ring& ring : truth.storeys[i].stairs)
      EXPECT_TRUE(
          std::any_of(stairs.begin(), stairs.end(),
                      [&](const Stair& stair) {
                        return common_area({ring, {}}, stair.polygon) > kCommon * simulator::area({ring, {}});
                      }))
          << "storey " << i;
  }
}

Scenario scenario_of(const std::string& name) {
  return simulator::read_scenario(scenario_folder() / (name + ".json")).value();
}

SimulatedScan scan_of(const Scenario& scenario) {
  return simulator::simulate(scenario.scene, scenario.sensor, scenario.world, scenario.seed).value();
}

/// Plans a scene and compares it with the truth.
std::vector<std::string> differences_of(const std::string& name) {
  const SimulatedScan scan = scan_of(scenario_of(name));
  const Result<Built> built = plan_of(MemoryCloud(scan));
  return built ? differences(built->plan, scan.truth) : std::vector<std::string>{built.error().describe()};
}

TEST(SceneFile, SlidingLeavesThatHideMostOfAWallMakeNoPaneOfIt) {
  EXPECT_THAT(differences_of("doors-sliding-2"), Not(Contains(HasSubstr("wall at"))));
}

TEST(SceneFile, NoiseOf20MmBendsAndDoublesNoWallAndTiltsNoFloor) {
  EXPECT_THAT(differences_of("noise-3"), Each(HasSubstr("has jambs")));
}

/// Walls that enclose nothing make a plan, too, but no rooms.
bool has_rooms(const Result<Built>& built) {
  return built && std::ranges::any_of(built->plan.storeys, [](const Storey& s) { return !s.rooms.empty(); });
}

/// One point in four of the scene.
SimulatedScan thinned(const std::string& name) {
  Scenario scenario = scenario_of(name);
  scenario.world.keep_share /= 4;
  return scan_of(scenario);
}

void expect_thinned(const char* name, void (*expect)(const Plan&, const simulator::Truth&)) {
  SCOPED_TRACE(name);
  const SimulatedScan scan = thinned(name);
  const Result<Built> built = plan_of(MemoryCloud(scan));
  ASSERT_TRUE(built) << built.error().describe();
  expect(built->plan, scan.truth);
}

TEST(SceneFile, ThinnedToAQuarterHasTheSameRooms) {
  for (const char* name : {"void-1", "void-2", "mirrors-4", "no-floor-1"}) expect_thinned(name, expect_rooms);
}

TEST(SceneFile, ThinnedToAQuarterHasTheSameStairs) {
  for (const char* name : {"stairs-1", "void-1", "void-2", "void-3"}) expect_thinned(name, expect_stairs);
}

TEST(SceneFile, ThinnedToAQuarterYardsAreNoRoomsEither) {
  for (const char* name : {"one-wall-1", "one-wall-2", "one-wall-3", "outside-only-1", "outside-only-2"})
    EXPECT_FALSE(has_rooms(plan_of(MemoryCloud(thinned(name))))) << name;
}

TEST_P(SceneFiles, HasTheRoomsAndStairsOfTheTruth) {
  if (const auto limit = kLimits.find(GetParam()); limit != kLimits.end())
    GTEST_SKIP() << "known limit: " << limit->second;
  const Scenario scenario = scenario_of(GetParam());
  const simulator::OwnFolder folder;
  const SimulatedScan scan = simulator::write_scenario(scenario, folder.path(), 1).value();
  const bool e57 = std::filesystem::exists(folder / "scan.e57");
  const auto cloud = open_cloud(folder / (e57 ? "scan.e57" : "scan.xyz"));
  ASSERT_TRUE(cloud) << cloud.error().describe();
  const Result<Built> built = plan_of(**cloud);
  ASSERT_EQ(has_rooms(built), scenario.expects_plan);
  if (!scenario.expects_plan) return;
  expect_rooms(built->plan, scan.truth);
  expect_stairs(built->plan, scan.truth);
}

INSTANTIATE_TEST_SUITE_P(Severities, SceneFiles, ::testing::ValuesIn(scene_names()), [](const auto& scene) {
  std::string name = scene.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace storey
