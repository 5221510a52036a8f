// What must not matter: where a building lies, in which unit, how densely and in which order it was scanned,
// and on how many threads its plan is made.
#include <gmock/gmock.h>

#include <algorithm>

#include "drawing.h"
#include "drawings.h"
#include "engine_run.h"
#include "io/open_cloud.h"
#include "model/plan_json.h"
#include "own_folder.h"
#include "write_scan.h"

namespace storey {
namespace {

using simulator::SimulatedScan;
using simulator::World;
using ::testing::DoubleNear;
using ::testing::IsEmpty;
using ::testing::Pointwise;

/// What stays the same of a plan wherever it lies: measures, smallest first.
struct Measures {
  std::vector<double> areas, widths;
  int doors = 0, windows = 0;
};

Measures measures_of(const Plan& plan) {
  Measures measures;
  for (const Storey& storey : plan.storeys) {
    for (const Room& room : storey.rooms) measures.areas.push_back(room.area);
    for (const Opening& opening : storey.openings) {
      measures.doors += opening.type == OpeningType::kDoor;
      measures.windows += opening.type == OpeningType::kWindow;
      measures.widths.push_back(std::hypot(opening.end.x - opening.start.x, opening.end.y - opening.start.y));
    }
  }
  std::sort(measures.areas.begin(), measures.areas.end());
  std::sort(measures.widths.begin(), measures.widths.end());
  return measures;
}

const Measures& flat_as_it_is() {
  static const Measures measures = measures_of(plan_of(MemoryCloud(scan_of(kFlat))).value().plan);
  return measures;
}

MATCHER_P(AgreesWithin, share, "") {
  return std::abs(std::get<0>(arg) - std::get<1>(arg)) <= share * std::get<1>(arg);
}

void expect_same_plan(const SimulatedScan& scan, double area_share = 0.003, double width = 0.05) {
  const Result<Built> built = plan_of(MemoryCloud(scan));
  ASSERT_TRUE(built) << built.error().describe();
  EXPECT_THAT(differences(built->plan, scan.truth), IsEmpty());
  const Measures measures = measures_of(built->plan);
  EXPECT_THAT(measures.areas, Pointwise(AgreesWithin(area_share), flat_as_it_is().areas));
  EXPECT_THAT(measures.widths, Pointwise(DoubleNear(width), flat_as_it_is().widths));
  EXPECT_EQ(measures.doors, flat_as_it_is().doors);
  EXPECT_EQ(measures.windows, flat_as_it_is().windows);
}

TEST(Metamorphic, TurnedByAnyAngle) {
  for (const double degrees : {7.0, 45.0, 133.0}) {
    SCOPED_TRACE(degrees);
    World world;
    world.yaw_deg = degrees;
    expect_same_plan(scan_of(kFlat, world));
  }
}

TEST(Metamorphic, AMillionMetresAway) {
  World world;
  world.shift = {1e6, -1e6, 350};
  expect_same_plan(scan_of(kFlat, world));
}

TEST(Metamorphic, ByFractionsOfAVoxel) {
  for (int i = 1; i < 8; ++i) {
    SCOPED_TRACE(i);
    World world;
    world.shift = {0.0025 * i, 0.0015 * i, 0};
    expect_same_plan(scan_of(kFlat, world));
  }
}

TEST(Metamorphic, InFeetAndTurnedAndFarAway) {
  World world;
  world.yaw_deg = 19;
  world.shift = {2e5, 3e5, 0};
  world.units_per_m = 1 / 0.3048;
  expect_same_plan(scan_of(kFlat, world));
}

TEST(Metamorphic, ThinnedToAQuarter) {
  World world;
  world.keep_share = 0.25;
  expect_same_plan(scan_of(kFlat, world), 0.006);
}

TEST(Metamorphic, TenTimesThePointsInOneCorner) {
  simulator::TerrestrialScanner scanner = usual_scanner();
  scanner.boost = simulator::DensityBoost{{1.5, 4.5}, 1.0, 10};
  const simulator::Scene scene = simulator::parse_drawing(kFlat).value();
  expect_same_plan(simulator::simulate(scene, scanner).value());
}

TEST(Metamorphic, Shuffled) {
  World world;
  world.shuffle = true;
  expect_same_plan(scan_of(kFlat, world));
}

TEST(Metamorphic, WithDuplicatesAndOutliers) {
  World world;
  world.duplicate_share = 0.3;
  world.outlier_share = 0.002;
  expect_same_plan(scan_of(kFlat, world));
}

TEST(Metamorphic, WithoutPoses) {
  const SimulatedScan scan = scan_of(kFlat);
  const Result<Built> built = plan_of(MemoryCloud(scan, false));
  ASSERT_TRUE(built) << built.error().describe();
  EXPECT_THAT(measures_of(built->plan).areas, Pointwise(AgreesWithin(0.003), flat_as_it_is().areas));
}

std::string plan_of_file(const std::filesystem::path& file, const Options& options = {}) {
  const auto cloud = open_cloud(file);
  if (!cloud) return cloud.error().describe();
  const Result<Built> built = plan_of(**cloud, options, 2);
  return built ? plan_to_json(built->plan) : built.error().describe();
}

TEST(Determinism, AnyOrderOfStationsGivesTheSameBytes) {
  const simulator::OwnFolder folder;
  SimulatedScan scan = scan_of(kFlat);
  ASSERT_GT(scan.stations.size(), 1u);
  ASSERT_TRUE(write_e57(scan, simulator::E57Format{}, folder / "flat.e57"));
  std::ranges::reverse(scan.stations);
  const int last = static_cast<int>(scan.stations.size()) - 1;
  for (auto& point : scan.points) point.station = last - point.station;
  ASSERT_TRUE(write_e57(scan, simulator::E57Format{}, folder / "reversed.e57"));
  EXPECT_EQ(plan_of_file(folder / "reversed.e57"), plan_of_file(folder / "flat.e57"));
}

TEST(Determinism, AnyBudgetOfMemoryGivesTheSameBytes) {
  const simulator::OwnFolder folder;
  const std::filesystem::path file = folder / "flat.e57";
  ASSERT_TRUE(write_e57(scan_of(kFlat), simulator::E57Format{}, file));
  Options tight;
  tight.memory_bytes = 1 << 20;  // less than anything takes: all waits in the scratch file
  EXPECT_EQ(plan_of_file(file, tight), plan_of_file(file));
}

TEST(Determinism, AnyNumberOfThreadsGivesTheSameBytes) {
  const simulator::OwnFolder folder;
  const std::filesystem::path file = folder / "flat.e57";
  ASSERT_TRUE(write_e57(scan_of(kFlat), simulator::E57Format{}, file));
  const auto cloud = open_cloud(file);
  ASSERT_TRUE(cloud) << cloud.error().describe();
  const std::string once = plan_to_json(plan_of(**cloud, {}, 1).value().plan);
  for (const int threads : {2, 7})
    EXPECT_EQ(plan_to_json(plan_of(**cloud, {}, threads).value().plan), once) << threads;
}

}  // namespace
}  // namespace storey
