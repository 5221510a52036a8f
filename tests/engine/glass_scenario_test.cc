// Drawn buildings with partitions of glass, scanned and held against the truth.
#include <gmock/gmock.h>

#include "engine_run.h"

namespace storey {
namespace {

using simulator::SimulatedScan;
using simulator::World;
using ::testing::IsEmpty;

TEST(Scenario, AGlassPartitionPartsRooms) {
  EXPECT_THAT(wrong_in(R"(
    #################################
    #               G               #
    #      *        G       *       #
    #               G               #
    #               G               #
    #      *        D       *       #
    #               D               #
    #################################)"),
              IsEmpty());
}

constexpr const char* kGlassCorridor = R"(
    #########################################
    #              #                        #
    #      *       #            *           #
    #              #                        #
    #              #                        #
    #GGGGGDDDDGGGGG#GGGGGGGGGDDDDGGGGGGGGGGG#
    #                                       #
    #       *              *           *    #
    #                                       #
    #GGGGGGGGGGGGDDDDGGGGGGG#GGGGGGGDDDDGGGG#
    #                       #               #
    #           *           #       *       #
    #                       #               #
    #########################################)";

TEST(Scenario, GlassOnBothSidesOfACorridor) {
  EXPECT_THAT(wrong_in(kGlassCorridor, {}, {}, lenient_jambs()), IsEmpty());
}

TEST(Scenario, GlassOnBothSidesOfACorridorWhoseCeilingHardlyShows) {
  SimulatedScan scan = scan_of(kGlassCorridor);
  constexpr double kFrom = 2.25, kTo = 4.25;  // m, y of the panes
  std::size_t met = 0;
  std::erase_if(scan.points, [&](const simulator::ScanPoint& p) {
    const bool overhead = p.position.z() > 2.4 && p.position.y() > kFrom && p.position.y() < kTo;
    return overhead && ++met % 400 != 0;
  });
  ASSERT_GT(met, 1000u);
  const Result<Built> built = plan_of(MemoryCloud(scan));
  ASSERT_TRUE(built) << built.error().describe();
  EXPECT_THAT(differences(built->plan, scan.truth, lenient_jambs()), IsEmpty());
}

TEST(Scenario, AMeetingRoomOfGlass) {
  World world;
  world.yaw_deg = 17;
  EXPECT_THAT(wrong_in(R"(
    ########################################
    #                                      #
    #      *                        *      #
    #             GGGGGGGGGGGG             #
    #             G          G             #
    #             G          G             #
    #             D    *     G             #
    #             D          G             #
    #             G          G             #
    #             GGGGGGGGGGGG             #
    #      *                        *      #
    #                                      #
    ########################################)",
                       world, {}, lenient_jambs()),
              IsEmpty());
}

}  // namespace
}  // namespace storey
