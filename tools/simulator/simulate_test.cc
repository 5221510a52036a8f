#include "simulate.h"

#include <gtest/gtest.h>

namespace storey::simulator {
namespace {

constexpr const char* kTwoRooms = R"(
    ##########WWWW###
    #       #       #
    #   *   D   *   W
    #       D       W
    #       #       #
    ###########DDDD##)";

TEST(Simulate, GivesPointsPosesAndTruthOfADrawing) {
  const SimulatedScan scan = simulate(parse_drawing(kTwoRooms).value(), TerrestrialScanner{}).value();
  ASSERT_EQ(scan.stations.size(), 2u);
  EXPECT_NEAR(scan.stations[0].world_from_scan.translation().x(), 4.5 * 0.25, 0.01);
  EXPECT_NEAR(scan.stations[1].world_from_scan.translation().x(), 12.5 * 0.25, 0.01);
  EXPECT_GT(scan.points.size(), 1'000'000u);
  ASSERT_EQ(scan.truth.storeys.size(), 1u);
  EXPECT_EQ(scan.truth.storeys[0].rooms.size(), 2u);
  EXPECT_EQ(scan.truth.storeys[0].openings.size(), 4u);
}

}  // namespace
}  // namespace storey::simulator
