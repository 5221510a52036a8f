// What must not be found: rooms where there is no building, doors in wardrobes, rooms in mirrors.
#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <random>

#include "drawing.h"
#include "drawings.h"
#include "engine_run.h"

namespace storey {
namespace {

using simulator::Scene;
using simulator::SimulatedScan;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

using Points = std::vector<Eigen::Vector3d>;

void expect_no_plan(const CloudSource& cloud) {
  const Result<Built> built = plan_of(cloud);
  if (built) {
    for (const Storey& storey : built->plan.storeys)
      ADD_FAILURE() << storey.rooms.size() << " rooms were invented on a floor at " << storey.floor_z;
    return;
  }
  EXPECT_THAT(built.error().code, AnyOf(ErrorCode::kNoPlan, ErrorCode::kNoPoints));
  EXPECT_FALSE(built.error().message.empty());
  EXPECT_EQ(built.error().file, cloud.info().file);
  EXPECT_FALSE(built.error().file.empty());
  EXPECT_FALSE(built.error().remedy.empty());
}

/// Walls that enclose nothing are drawn, but doubted, and make no rooms.
void expect_doubtful_walls_alone(const CloudSource& cloud) {
  const Result<Built> built = plan_of(cloud);
  ASSERT_TRUE(built) << built.error().describe();
  ASSERT_THAT(built->left_out, Not(IsEmpty()));
  EXPECT_THAT(built->left_out[0].reason, HasSubstr("no ceiling was seen"));
  for (const Storey& storey : built->plan.storeys) {
    EXPECT_THAT(storey.rooms, IsEmpty());
    EXPECT_THAT(storey.walls, Not(IsEmpty()));
    for (const Wall& wall : storey.walls) EXPECT_LT(wall.confidence, 0.5);
  }
}

Points noise(std::size_t count, double width, double height) {
  std::mt19937_64 random(33);
  std::uniform_real_distribution<double> across(0, width), up(0, height);
  Points points(count);
  for (Eigen::Vector3d& p : points) p = {across(random), across(random), up(random)};
  return points;
}

TEST(NegativeControl, NoPointsAtAll) {
  const Result<Built> built = plan_of(MemoryCloud(Points{}));
  ASSERT_FALSE(built);
  EXPECT_EQ(built.error().code, ErrorCode::kNoPoints);
}

TEST(NegativeControl, Noise) {
  expect_no_plan(MemoryCloud(noise(30'000, 10, 3)));
  expect_no_plan(MemoryCloud(noise(400'000, 6, 3)));
}

TEST(NegativeControl, FewPoints) {
  expect_no_plan(MemoryCloud(Points{{1, 2, 3}}));
  expect_no_plan(MemoryCloud(Points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
  expect_no_plan(MemoryCloud(Points(100'000, Eigen::Vector3d(5, 5, 5))));
  // Nothing is wrong with the points; there are just too few for a room.
  const Result<Built> built = plan_of(MemoryCloud(noise(300, 10, 3)));
  ASSERT_FALSE(built);
  EXPECT_EQ(built.error().code, ErrorCode::kNoPlan);
}

TEST(NegativeControl, PointsOnALineOrOneFloor) {
  Points line, floor;
  for (int i = 0; i < 50'000; ++i) {
    line.emplace_back(i * 1e-4, i * 2e-4, 0);
    floor.emplace_back(0.02 * (i % 250), 0.02 * (i / 250), 0);
  }
  expect_no_plan(MemoryCloud(line));
  expect_no_plan(MemoryCloud(floor));
}

TEST(NegativeControl, AFloorAndACeilingWithoutWalls) {
  Points points;
  for (int i = 0; i < 90'000; ++i) points.emplace_back(0.02 * (i % 300), 0.02 * (i / 300), 2.5 * (i % 2));
  expect_no_plan(MemoryCloud(points));
}

TEST(NegativeControl, CoordinatesBeyondAllSense) {
  Points points = noise(5'000, 10, 3);
  for (std::size_t i = 0; i < points.size(); i += 3) points[i] *= 1e12;
  points.emplace_back(1e300, -1e300, 1e300);
  points.emplace_back(std::numeric_limits<double>::max(), 0, 0);
  expect_no_plan(MemoryCloud(points));
}

TEST(NegativeControl, OneWall) {
  Scene scene;
  simulator::StoreySpec& storey = scene.storeys.emplace_back();
  storey.has_floor = storey.has_ceiling = false;
  storey.walls = {{"alone", {0, 0}, {6, 0}, {}, 0.24}};
  storey.stations = {{{2, -3}}, {{4, 2.5}}};
  expect_doubtful_walls_alone(MemoryCloud(simulator::simulate(scene, usual_scanner()).value()));
}

TEST(NegativeControl, AHouseFromOutside) {
  Scene scene = simulator::parse_drawing(R"(
    #####WWWWWW#################
    #            #             #
    #            #             W
    #            d             W
    #            d             #
    #            #             #
    #####dddd###################)")
                    .value();
  scene.storeys[0].stations = {{{-4, 1}}, {{3, -4}}, {{11, 2}}, {{4, 8}}};
  expect_doubtful_walls_alone(MemoryCloud(simulator::simulate(scene, usual_scanner()).value()));
}

TEST(NegativeControl, AnEmptyHallIsOneRoom) {
  const SimulatedScan scan = scan_of("cell 0.5 1\nstorey 0 4.5\n" + std::string(kOneRoom));
  const Result<Built> built = plan_of(MemoryCloud(scan));
  ASSERT_TRUE(built) << built.error().describe();
  EXPECT_THAT(differences(built->plan, scan.truth), IsEmpty());
}

TEST(NegativeControl, AThinlyScannedHallIsOneRoom) {
  const Scene scene = simulator::parse_drawing(R"(
    cell 0.5 1
    storey 0 3
    #########################################
    #                                       #
    #                                       #
    #                                       #
    #     *                         *       #
    #                                       #
    #                                       #
    #                                       #
    #                                       #
    #                                       #
    #                                       #
    #                                       #
    #                                       #
    #                  *                    #
    #                                       #
    #                                       #
    #########################################)")
                          .value();
  simulator::TerrestrialScanner scanner;
  scanner.step_deg = 0.9;
  const SimulatedScan scan = simulator::simulate(scene, scanner, {}, 5).value();
  const Result<Built> built = plan_of(MemoryCloud(scan));
  ASSERT_TRUE(built) << built.error().describe();
  EXPECT_THAT(differences(built->plan, scan.truth), IsEmpty());
}

/// Scans the drawing after `change` and expects no room and no opening that is not there.
void expect_nothing_invented(std::string_view drawing, const std::function<void(Scene&)>& change = {},
                             bool poses = true) {
  const SimulatedScan scan = scan_of(drawing, {}, change);
  const Result<Built> built = plan_of(MemoryCloud(scan, poses));
  ASSERT_TRUE(built) << built.error().describe();
  ASSERT_EQ(built->plan.storeys.size(), 1u);
  EXPECT_EQ(built->plan.storeys[0].rooms.size(), scan.truth.storeys[0].rooms.size());
  EXPECT_LE(built->plan.storeys[0].openings.size(), scan.truth.storeys[0].openings.size());
}

TEST(NegativeControl, AWardrobeIsNoDoor) {
  expect_nothing_invented(R"(
    #################
    #               #
    #   *         ww#
    #             ww#
    #             ww#
    #       *     ww#
    #               #
    #wwwwww         #
    #################)");
}

TEST(NegativeControl, AWardrobeShortOfTheCeilingIsNoDoorEither) {
  for (const double top : {2.05, 2.2}) {
    SCOPED_TRACE(top);
    expect_nothing_invented(kOneRoom, [top](Scene& scene) {
      // In front of the right wall, which stands at 4.0 m; 0.95 m wide like a door.
      scene.storeys[0].furniture.push_back(
          {simulator::FurnitureShape::kBox, {3.55, 1.7}, {0.58, 0.95}, 0, top});
    });
  }
}

TEST(NegativeControl, APictureIsNoWindow) {
  expect_nothing_invented(kOneRoom, [](Scene& scene) {
    scene.storeys[0].furniture.push_back(
        {simulator::FurnitureShape::kBox, {3.83, 1.7}, {0.03, 1.2}, 1.0, 1.9, 0, simulator::Surface::kDark});
  });
}

/// A mirror of this width (m) on the right wall, which stands at 3.97 m.
std::function<void(Scene&)> mirror(double width) {
  return [width](Scene& scene) {
    scene.storeys[0].furniture.push_back({simulator::FurnitureShape::kBox,
                                          {3.955, 1.75},
                                          {0.03, width},
                                          0.1,
                                          2.2,
                                          0,
                                          simulator::Surface::kMirror});
  };
}

TEST(NegativeControl, AMirrorShowsNoSecondRoom) {
  for (const double width : {0.8, 2.0, 3.0})
    for (const bool poses : {true, false}) {
      SCOPED_TRACE(std::to_string(width) + (poses ? " m, poses" : " m"));
      expect_nothing_invented(kOneRoom, mirror(width), poses);
    }
}

TEST(NegativeControl, CancellingGivesNoPlan) {
  const MemoryCloud cloud(scan_of(kOneRoom));
  const CloudSource* const clouds[] = {&cloud};
  RunContext context(2);
  context.cancel();
  const Result<Built> built = build_plan(clouds, {}, context);
  ASSERT_FALSE(built);
  EXPECT_EQ(built.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace storey
