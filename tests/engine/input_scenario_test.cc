// Drawn buildings in files, units and frames of all kinds, and of which not all was scanned, held against the
// truth.
#include <gmock/gmock.h>

#include <filesystem>

#include "drawings.h"
#include "engine_run.h"
#include "io/open_cloud.h"
#include "own_folder.h"
#include "polygons.h"
#include "write_scan.h"

namespace storey {
namespace {

using simulator::Scene;
using simulator::SimulatedScan;
using simulator::World;
using ::testing::Contains;
using ::testing::Each;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

/// Plans the file that holds the scan, and expects it to be right.
void expect_right_from(const std::filesystem::path& file, const SimulatedScan& scan, std::size_t scans) {
  const auto cloud = open_cloud(file);
  ASSERT_TRUE(cloud) << cloud.error().describe();
  const Result<Built> built = plan_of(**cloud);
  ASSERT_TRUE(built) << built.error().describe();
  EXPECT_THAT(differences(built->plan, scan.truth), IsEmpty());
  EXPECT_EQ(built->read.at(0).points_of_scan.size(), scans);
}

TEST(Scenario, AnE57FileGivesTheSameAsItsPoints) {
  const SimulatedScan scan = scan_of(kCabin);
  const simulator::OwnFolder folder;
  const std::filesystem::path file = folder / "cabin.e57";
  ASSERT_TRUE(write_e57(scan, simulator::E57Format{}, file));
  expect_right_from(file, scan, scan.stations.size());
}

TEST(Scenario, AnXyzFileWithoutPosesGivesTheSame) {
  const SimulatedScan scan = scan_of(kCabin);
  const simulator::OwnFolder folder;
  const std::filesystem::path file = folder / "cabin.xyz";
  ASSERT_TRUE(write_xyz(scan, simulator::XyzFormat{}, file));
  expect_right_from(file, scan, 1);
}

TEST(Scenario, TwoFilesAreOneCloud) {
  SimulatedScan first = scan_of(kFlat), second = first;
  std::erase_if(first.points, [](const simulator::ScanPoint& p) { return p.station != 0; });
  std::erase_if(second.points, [](const simulator::ScanPoint& p) { return p.station == 0; });
  const MemoryCloud one(first), other(second);
  const CloudSource* const clouds[] = {&one, &other};
  RunContext context(2);
  const Result<Built> built = build_plan(clouds, {}, context);
  ASSERT_TRUE(built) << built.error().describe();
  EXPECT_THAT(differences(built->plan, first.truth), IsEmpty());
  EXPECT_EQ(built->read.size(), 2u);
}

TEST(Scenario, NoCeilingWasSeen) {
  Tolerances tolerances;
  tolerances.area_share = 0.02;
  EXPECT_THAT(wrong_in(
                  kFlat, {}, [](Scene& scene) { scene.storeys[0].has_ceiling = false; }, tolerances),
              IsEmpty());
}

TEST(Scenario, TheHeightOfACeilingThatWasNotSeenIsSaidToBeTaken) {
  const auto open = [](Scene& scene) { scene.storeys[0].has_ceiling = false; };
  const std::string said = "no ceiling was seen; it is taken to be ";
  for (const bool ceiling : {false, true}) {
    const MemoryCloud cloud(ceiling ? scan_of(kFlat) : scan_of(kFlat, {}, open));
    const CloudSource* const clouds[] = {&cloud};
    RunContext context(2);
    ASSERT_TRUE(build_plan(clouds, {}, context));
    if (ceiling)
      EXPECT_THAT(context.warnings(), Each(Not(StartsWith(said))));
    else
      EXPECT_THAT(context.warnings(), Contains(StartsWith(said)));
  }
}

TEST(Scenario, NoFloorWasSeen) {
  Tolerances tolerances;
  tolerances.height = 0.10;  // above where walls begin
  tolerances.level = 0.03;
  EXPECT_THAT(wrong_in(
                  kFlat, {},
                  [](Scene& scene) {
                    scene.storeys[0].has_floor = false;
                    scene.outside = false;
                  },
                  tolerances),
              IsEmpty());
}

TEST(Scenario, ATiltIsTakenOutWhereTheScanLies) {
  Tolerances tolerances;
  tolerances.level = 0.05;  // the truth is levelled about the outer corner, 0.5 m from what was seen
  for (const auto& [degrees, shift] :
       {std::pair(1.0, Eigen::Vector3d(0, 0, 0)), std::pair(5.0, Eigen::Vector3d(0, 0, 0)),
        std::pair(1.0, Eigen::Vector3d(691'000, 5'334'000, 519))}) {
    World world;
    world.shift = shift;
    world.tilt_deg = degrees;
    world.tilt_toward_deg = 70;
    const SimulatedScan scan = scan_of(kFlat, world);
    const Result<Built> built = plan_of(MemoryCloud(scan));
    ASSERT_TRUE(built) << built.error().describe();
    EXPECT_NEAR(built->plan.frame.tilt_deg, degrees, 0.05);
    EXPECT_THAT(differences(built->plan, scan.truth, tolerances), IsEmpty())
        << degrees << "° at " << shift.transpose();
  }
}

TEST(Scenario, UnitsAreFound) {
  for (const double units_per_m : {1000.0, 1 / 0.3048}) {
    World world;
    world.units_per_m = units_per_m;
    const SimulatedScan scan = scan_of(kFlat, world);
    const Result<Built> built = plan_of(MemoryCloud(scan));
    ASSERT_TRUE(built) << built.error().describe();
    EXPECT_DOUBLE_EQ(built->plan.frame.unit_metres, 1 / units_per_m);
    EXPECT_FALSE(built->plan.frame.unit_forced);
    EXPECT_THAT(differences(built->plan, scan.truth), IsEmpty()) << units_per_m;
  }
}

TEST(Scenario, AForcedUnitIsKept) {
  Options options;
  options.input_units = LengthUnit::kFoot;
  const SimulatedScan scan = scan_of("cell 1 2\nstorey 0 8\nwalls 1 0.5\n" + std::string(kOneRoom));
  const Result<Built> built = plan_of(MemoryCloud(scan), options);
  ASSERT_TRUE(built) << built.error().describe();
  EXPECT_TRUE(built->plan.frame.unit_forced);
  ASSERT_EQ(built->plan.storeys.size(), 1u);
  ASSERT_EQ(built->plan.storeys[0].rooms.size(), 1u);
  const double expected = simulator::area(scan.truth.storeys[0].rooms[0].region) * 0.3048 * 0.3048;
  EXPECT_NEAR(built->plan.storeys[0].rooms[0].area, expected, 0.01 * expected);
}

TEST(Scenario, YMayBeUp) {
  World world;
  world.y_up = true;
  const SimulatedScan scan = scan_of(kCabin, world);
  const Result<Built> built = plan_of(MemoryCloud(scan));
  ASSERT_TRUE(built) << built.error().describe();
  EXPECT_EQ(built->plan.frame.up_axis, 'y');
  EXPECT_THAT(differences(built->plan, scan.truth), IsEmpty());
}

}  // namespace
}  // namespace storey
