#include "simulate.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

namespace storey::simulator {
namespace {

using ::testing::HasSubstr;

constexpr const char* kTwoRooms = R"(
    ##########WWWW###
    #       #       #
    #   *   D   *   W
    #       D       W
    #       #       #
    ###########DDDD##)";

constexpr const char* kWalk = R"(
    #################
    #       #       #
    #   1   O   2   #
    #       O       #
    #       #       #
    #       #       #
    #################)";

Scene drawn(const char* text) { return parse_drawing(text).value(); }

double distance_to(const TruthFace& face, const Point2& p) {
  const Point2 along = face.b - face.a;
  const double s = std::clamp(along.dot(p - face.a) / along.squaredNorm(), 0.0, 1.0);
  return (face.a + along * s - p).norm();
}

/// Is the point between walls and openings, on the face of a wall?
bool on_plain_wall(const TruthStorey& storey, const Eigen::Vector3d& p) {
  if (p.z() - storey.floor < 2.3 || p.z() > storey.ceiling - 0.02) return false;
  return contains(storey.rooms[0].region, p.head<2>() + Point2(0.01, 0.013)) ||
         contains(storey.rooms[1].region, p.head<2>() - Point2(0.01, 0.013));
}

TEST(Simulate, GivesPointsPosesAndTruthOfADrawing) {
  const SimulatedScan scan = simulate(drawn(kTwoRooms), TerrestrialScanner::ideal(2)).value();
  ASSERT_EQ(scan.stations.size(), 2u);
  EXPECT_EQ(scan.stations[0].world_from_scan.translation(), Eigen::Vector3d(4.5 * 0.25, 3.5 * 0.5, 1.6));
  EXPECT_EQ(scan.stations[1].world_from_scan.translation(), Eigen::Vector3d(12.5 * 0.25, 3.5 * 0.5, 1.6));
  EXPECT_GT(scan.points.size(), 20'000u);
  ASSERT_EQ(scan.truth.storeys.size(), 1u);
  EXPECT_EQ(scan.truth.storeys[0].rooms.size(), 2u);
  EXPECT_EQ(scan.truth.storeys[0].openings.size(), 4u);
}

TEST(Simulate, WithoutErrorsPointsLieOnTheTrueFaces) {
  World world;
  world.yaw_deg = 33;
  world.shift = {120, -40, 7};
  const SimulatedScan scan = simulate(drawn(kTwoRooms), TerrestrialScanner::ideal(1), world).value();
  const TruthStorey& storey = scan.truth.storeys[0];
  int checked = 0;
  for (const ScanPoint& point : scan.points) {
    if (!on_plain_wall(storey, point.position)) continue;
    double nearest = 1e9;
    for (const TruthFace& face : storey.faces)
      nearest = std::min(nearest, distance_to(face, point.position.head<2>()));
    ASSERT_LT(nearest, 2e-6) << point.position.transpose();
    ++checked;
  }
  EXPECT_GT(checked, 1000);
}

TEST(Simulate, IsTheSameWithAnyNumberOfThreadsAndAnotherWithAnotherSeed) {
  Scene scene = drawn(kTwoRooms);
  scene.storeys[0].people = {{{{1.2, 1}, {1.6, 2}}}};
  TerrestrialScanner sensor;
  sensor.step_deg = 2;
  const SimulatedScan one = simulate(scene, sensor, {}, 9, 1).value();
  const SimulatedScan three = simulate(scene, sensor, {}, 9, 3).value();
  const SimulatedScan other = simulate(scene, sensor, {}, 10, 1).value();
  ASSERT_EQ(one.points.size(), three.points.size());
  for (std::size_t i = 0; i < one.points.size(); ++i)
    ASSERT_EQ(one.points[i].position, three.points[i].position);
  EXPECT_EQ(truth_json(one.truth), truth_json(three.truth));
  EXPECT_NE(one.points[0].position, other.points[0].position);
}

TEST(Simulate, TiltUnitAndAxesMoveTheScanAndLeaveTheTruthLevel) {
  const Scene scene = drawn(kTwoRooms);
  World world;
  world.yaw_deg = 20;
  const SimulatedScan level = simulate(scene, TerrestrialScanner::ideal(3), world).value();
  world.tilt_deg = 4;
  world.tilt_toward_deg = 70;
  world.units_per_m = 1000;
  world.y_up = true;
  const SimulatedScan moved = simulate(scene, TerrestrialScanner::ideal(3), world).value();
  ASSERT_EQ(level.points.size(), moved.points.size());
  EXPECT_EQ(level.truth.storeys[0].walls[0].start, moved.truth.storeys[0].walls[0].start);
  EXPECT_EQ(moved.truth.tilt_deg, 4);
  // The direction that sinks, of a point there at the height of the origin.
  const double radians = std::numbers::pi / 180;
  const Eigen::Vector3d low(std::cos(70 * radians), std::sin(70 * radians), 0);
  const Eigen::Matrix3d tilt =
      Eigen::AngleAxisd(4 * radians, Eigen::Vector3d::UnitZ().cross(low)).toRotationMatrix();
  EXPECT_LT((tilt * low).z(), 0);
  for (std::size_t i = 0; i < level.points.size(); i += 97) {
    const Eigen::Vector3d p = tilt * level.points[i].position;
    EXPECT_LT((moved.points[i].position - 1000 * Eigen::Vector3d(p.x(), p.z(), -p.y())).norm(), 1e-6);
  }
  // Points in the scan's frame do not know of tilt and axes.
  const auto local = [](const SimulatedScan& scan, std::size_t i) -> Eigen::Vector3d {
    const ScanPoint& point = scan.points[i];
    return scan.stations[point.station].world_from_scan.inverse() * point.position / scan.units_per_m;
  };
  EXPECT_LT((local(level, 500) - local(moved, 500)).norm(), 1e-9);
}

TEST(Simulate, RangeNoiseIsAsToldAndRegistrationMovesWholeStations) {
  const Scene scene = drawn(kTwoRooms);
  TerrestrialScanner sensor = TerrestrialScanner::ideal(2);
  const SimulatedScan exact = simulate(scene, sensor).value();
  sensor.noise.sigma_mm = 5;
  const SimulatedScan noisy = simulate(scene, sensor).value();
  ASSERT_EQ(exact.points.size(), noisy.points.size());
  double squares = 0;
  for (std::size_t i = 0; i < exact.points.size(); ++i)
    squares += (exact.points[i].position - noisy.points[i].position).squaredNorm();
  EXPECT_NEAR(std::sqrt(squares / static_cast<double>(exact.points.size())) * 1000, 5, 0.1);

  sensor.noise.sigma_mm = 0;
  sensor.registration_mm = 10;
  const SimulatedScan off = simulate(scene, sensor).value();
  const Eigen::Vector3d first = off.points[0].position - exact.points[0].position;
  EXPECT_GT(first.norm(), 0.001);
  for (std::size_t i = 0; i < exact.points.size() && exact.points[i].station == 0; ++i)
    ASSERT_LT((off.points[i].position - exact.points[i].position - first).norm(), 1e-9);
}

TEST(Simulate, MixedPixelsLieBetweenNearAndFar) {
  // A column before a far wall; with a wide beam ranges appear that belong to neither.
  const Scene scene =
      drawn("################\n#              #\n# *   cc       #\n#              #\n################\n");
  TerrestrialScanner sensor = TerrestrialScanner::ideal(1);
  const auto between = [&] {
    int count = 0;
    const SimulatedScan scan = simulate(scene, sensor).value();
    for (const ScanPoint& p : scan.points)
      count += p.position.x() > 2.0 && p.position.x() < 3.3 && std::abs(p.position.z() - 1.25) < 1 &&
               std::abs(p.position.y() - 1.25) < 0.6;
    return count;
  };
  EXPECT_EQ(between(), 0);
  sensor.mixed_share = 1;
  sensor.beam_mm = 40;
  EXPECT_GT(between(), 10);
}

TEST(Simulate, ThinsDoublesAndAddsStrays) {
  const Scene scene = drawn(kTwoRooms);
  const TerrestrialScanner sensor = TerrestrialScanner::ideal(2);
  const auto count = [&](const World& world) {
    return static_cast<double>(simulate(scene, sensor, world).value().points.size());
  };
  const double all = count({});
  World world;
  world.keep_share = 0.25;
  EXPECT_NEAR(count(world) / all, 0.25, 0.02);
  world = {};
  world.duplicate_share = 0.5;
  EXPECT_NEAR(count(world) / all, 1.5, 0.02);
  world = {};
  world.outlier_share = 0.1;
  EXPECT_NEAR(count(world) / all, 1.1, 1e-3);
}

TEST(Simulate, ShufflingKeepsThePoints) {
  const Scene scene = drawn(kTwoRooms);
  World world;
  world.shuffle = true;
  const auto sorted = [](SimulatedScan scan) {
    std::vector<std::array<double, 3>> out;
    for (const ScanPoint& p : scan.points) out.push_back({p.position.x(), p.position.y(), p.position.z()});
    std::sort(out.begin(), out.end());
    return out;
  };
  const SimulatedScan plain = simulate(scene, TerrestrialScanner::ideal(4)).value();
  const SimulatedScan shuffled = simulate(scene, TerrestrialScanner::ideal(4), world).value();
  EXPECT_NE(plain.points[0].position, shuffled.points[0].position);
  EXPECT_EQ(sorted(plain), sorted(shuffled));
}

TEST(Simulate, BoostMakesOneCornerDense) {
  const Scene scene = drawn(kTwoRooms);
  TerrestrialScanner sensor = TerrestrialScanner::ideal(2);
  const Point2 corner(0.3, 0.6);
  const auto near_and_far = [&] {
    std::pair<int, int> counts;
    const SimulatedScan scan = simulate(scene, sensor).value();
    for (const ScanPoint& p : scan.points)
      ++((p.position.head<2>() - corner).norm() < 0.5 ? counts.first : counts.second);
    return counts;
  };
  const auto [near, far] = near_and_far();
  sensor.boost = {corner, 0.5, 10};
  const auto [boosted, same] = near_and_far();
  EXPECT_NEAR(boosted / double(near), 10, 1);
  EXPECT_NEAR(same / double(far), 1, 0.02);
}

TEST(Simulate, KeepsBeamsWithoutReturnIfAsked) {
  Scene scene = drawn(kTwoRooms);
  scene.outside = false;
  TerrestrialScanner sensor = TerrestrialScanner::ideal(2);
  sensor.keep_missing = true;
  const SimulatedScan scan = simulate(scene, sensor).value();
  EXPECT_EQ(scan.points.size(), 2u * 180 * 75);
  const auto missing =
      std::count_if(scan.points.begin(), scan.points.end(), [](const ScanPoint& p) { return !p.valid; });
  EXPECT_GT(missing, 100);
  EXPECT_EQ(scan.points[75].column, 1);
  EXPECT_EQ(scan.points[75].row, 0);
}

TEST(Simulate, HandheldDriftsUntilTheLoopCloses) {
  const Scene scene = drawn(kWalk);
  HandheldScanner sensor;
  sensor.points_per_m = 2000;
  sensor.noise = {0, 0, 0, 0, 0};
  sensor.drift_mm_per_m = 0;
  sensor.drift_deg_per_m = 0;
  const SimulatedScan exact = simulate(scene, sensor).value();
  sensor.drift_mm_per_m = 10;
  sensor.loop_closure = 0.8;
  const SimulatedScan drifted = simulate(scene, sensor).value();
  EXPECT_TRUE(drifted.stations.empty());
  ASSERT_EQ(exact.points.size(), drifted.points.size());
  const auto error_at = [&](double share) {
    const auto i = static_cast<std::size_t>(share * static_cast<double>(exact.points.size() - 1));
    return (exact.points[i].position - drifted.points[i].position).norm();
  };
  // The way is 2 m long.
  EXPECT_LT(error_at(0), 0.001);
  EXPECT_GT(error_at(0.75), 0.010);
  EXPECT_LT(error_at(0.75), 0.030);
  EXPECT_LT(error_at(0.83), 0.003);
}

TEST(Simulate, PhoneRoundsCornersAndSeesLittleCeiling) {
  const Scene scene = drawn(kWalk);
  PhoneCamera sensor;
  sensor.noise_mm = 0;
  sensor.drift_mm_per_m = 0;
  sensor.frames_per_m = 20;
  const SimulatedScan scan = simulate(scene, sensor).value();
  const TruthStorey& storey = scan.truth.storeys[0];
  EXPECT_TRUE(scan.stations.empty());
  double deepest = 1e9, corner_gap = 1e9;
  const Point2 corner(0.125 + 0.15, 0.25 + 0.15);
  int ceiling = 0, low = 0;
  for (const ScanPoint& p : scan.points) {
    ceiling += p.position.z() > 2.45;
    low += p.position.z() < 0.05;
    if (std::abs(p.position.z() - 1.2) > 0.5) continue;
    corner_gap = std::min(corner_gap, (p.position.head<2>() - corner).norm());
    for (const TruthFace& face : storey.faces)
      deepest = std::min(deepest, distance_to(face, p.position.head<2>()));
  }
  EXPECT_LT(deepest, 0.001);
  EXPECT_GT(corner_gap, 0.005);
  EXPECT_LT(corner_gap, 0.06);
  EXPECT_LT(ceiling, low / 4);
}

TEST(Simulate, SaysWhatTheSensorLacks) {
  const Scene scene = drawn("#####\n#   #\n#####\n");
  EXPECT_THAT(simulate(scene, TerrestrialScanner{}).error().message, HasSubstr("no station"));
  EXPECT_THAT(simulate(scene, HandheldScanner{}).error().message, HasSubstr("no path"));
}

TEST(Simulate, NoiseNeedsNoBuilding) {
  World world;
  world.noise_points = 500;
  Scene scene;
  const SimulatedScan scan = simulate(scene, TerrestrialScanner{}, world).value();
  EXPECT_EQ(scan.points.size(), 500u);
  EXPECT_TRUE(scan.truth.storeys.empty());
}

}  // namespace
}  // namespace storey::simulator
