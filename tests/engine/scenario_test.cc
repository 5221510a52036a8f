// Drawn buildings, scanned and held against the truth.
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

/// Scans the drawing, plans it, and says what is wrong.
std::vector<std::string> wrong_in(std::string_view drawing, const World& world = {},
                                  const std::function<void(Scene&)>& change = {},
                                  const Tolerances& tolerances = {}) {
  const SimulatedScan scan = scan_of(drawing, world, change);
  const Result<Built> built = plan_of(MemoryCloud(scan));
  if (!built) return {built.error().describe()};
  return differences(built->plan, scan.truth, tolerances);
}

/// For scenes with doors whose open or closed leaves or deep reveals hide a jamb: see JambsBehindLeaves.
Tolerances lenient_jambs() {
  Tolerances tolerances;
  tolerances.jamb = 0.15;
  return tolerances;
}

TEST(Scenario, AFlatComesOutAsDrawn) { EXPECT_THAT(wrong_in(kFlat), IsEmpty()); }

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
  const std::filesystem::path file = simulator::own_folder() / "cabin.e57";
  ASSERT_TRUE(write_e57(scan, simulator::E57Format{}, file));
  expect_right_from(file, scan, scan.stations.size());
}

TEST(Scenario, AnXyzFileWithoutPosesGivesTheSame) {
  const SimulatedScan scan = scan_of(kCabin);
  const std::filesystem::path file = simulator::own_folder() / "cabin.xyz";
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

TEST(Scenario, StoreysWithPlansOfTheirOwn) {
  EXPECT_THAT(wrong_in(R"(
    storey 0 2.5
    ############WWWW#####
    #         #         #
    #    *    #    *    #
    #         D         #
    #         D         #
    #         #         #
    #####################
    storey 2.8 2.4
    ##########WWWW#######
    #                   #
    #      *            #
    #                   #
    ######dddd###########
    #           *       W
    #                   W
    #####################)",
                       {}, {}, lenient_jambs()),
              IsEmpty());
}

TEST(Scenario, AVoidGoesThroughTwoStoreys) {
  EXPECT_THAT(wrong_in(R"(
    storey 0 2.5
    #####################
    #         #         #
    #    *    #    *    #
    #         #         #
    #         D         #
    #         D         #
    #         #         #
    #####################
    storey 2.8 2.4
    #####################
    #         #         #
    #    *    #    *    #
    #         #         #
    #         D         #
    #         D         #
    #         #         #
    #####################)",
                       {},
                       [](Scene& scene) {
                         scene.storeys[1].rooms.push_back({{4, 2}, "void", 0, {}, true});
                       }),
              IsEmpty());
}

/// A closed leaf is as thick as the thinnest walls, and flush with both of their faces.
void open_doors(Scene& scene) {
  for (simulator::OpeningSpec& opening : scene.storeys[0].openings)
    if (opening.state == simulator::LeafState::kClosed) opening.state = simulator::LeafState::kOpen;
}

TEST(Scenario, ThinWallsInside) {
  for (const char* thickness : {"0.05", "0.07", "0.1"}) {
    const SimulatedScan scan =
        scan_of("walls 0.3 " + std::string(thickness) + "\n" + std::string(kFlat), {}, open_doors);
    for (const bool poses : {true, false}) {
      SCOPED_TRACE(std::string(thickness) + (poses ? " with poses" : " without poses"));
      const Result<Built> built = plan_of(MemoryCloud(scan, poses));
      ASSERT_TRUE(built) << built.error().describe();
      EXPECT_THAT(differences(built->plan, scan.truth, lenient_jambs()), IsEmpty());
    }
  }
}

TEST(Scenario, ThickWallsInside) {
  for (const char* thicknesses : {"0.45 0.365", "0.5 0.45", "0.8 0.6"})
    EXPECT_THAT(
        wrong_in("walls " + std::string(thicknesses) + "\n" + std::string(kFlat), {}, {}, lenient_jambs()),
        IsEmpty())
        << thicknesses;
}

TEST(Scenario, DoorsInEveryState) {
  EXPECT_THAT(wrong_in(R"(
    #################################
    #       #       #       #       #
    #   *   #   *   #   *   #   *   #
    #       #       #       #       #
    #       #       #       #       #
    ##DDDD####dddd####aaaa####ssss###
    #                               #
    #    *          *          *    #
    #                               #
    #################################)"),
              IsEmpty());
}

TEST(Scenario, WindowsDownToTheFloorAndOpeningsWithoutLeaf) {
  GTEST_SKIP()
      << "known limit: a window down to the floor is not found, and the room reaches into its reveal";
  EXPECT_THAT(wrong_in(R"(
    ######FFFFFF########WWWWWW#######
    #               #               #
    #               #               #
    #      *        O       *       W
    #               O               W
    #               #               W
    #               #               #
    #################################)"),
              IsEmpty());
}

TEST(Scenario, JambsBehindLeaves) {
  EXPECT_THAT(wrong_in(R"(
    #################################
    #               #               #
    #      *        #       *       #
    #               D               #
    #               D               #
    #               #               #
    ######dddd#######################
    #               #               #
    #       *       O       *       #
    #               O               #
    #################################)"),
              IsEmpty());
}

TEST(Scenario, ClosedDoorsFlushWithAnOuterWall) {
  EXPECT_THAT(wrong_in(R"(
    #################
    #               #
    #   *           #
    #               d
    #           *   d
    #               #
    ####dddd#########)"),
              IsEmpty());
}

TEST(Scenario, NichesAreNoOpenings) {
  EXPECT_THAT(wrong_in(R"(
    walls 0.4 0.115
    #################################
    #               #               #
    #       *       #       *       #
    #               #               #
    #               #               #
    #               O               #
    #       *       O       *       #
    #               #               #
    #################################)",
                       {},
                       [](Scene& scene) {
                         simulator::NicheSpec shelf;  // in the wall between the rooms
                         shelf.wall = "wall 4";
                         shelf.at = 1.8;
                         shelf.width = 0.8;
                         shelf.depth = 0.05;
                         shelf.sill = 0.9;
                         shelf.head = 1.8;
                         shelf.right = true;
                         scene.storeys[0].niches.push_back(shelf);
                       }),
              IsEmpty());
}

TEST(Scenario, RoomsThatAreNoRectangles) {
  EXPECT_THAT(wrong_in(R"(
    ################         ########
    #              ###########      #
    #                        #      #
    #     *            *     D   *  #
    #                        D      #
    #       #########        #      #
    #       #       #        ########
    #   *   D       #        #
    #       D   *   ##########
    #       #       #
    #################)",
                       {}, {}, lenient_jambs()),
              IsEmpty());
}

TEST(Scenario, APassageUpToTheCeilingPartsRooms) {
  EXPECT_THAT(wrong_in(R"(
    #################################
    #               #               #
    #      *        #       *       #
    #               V               #
    #               V               #
    #               V               #
    #               #               #
    #################################)"),
              IsEmpty());
}

TEST(Scenario, TheMouthOfACorridorPartsNothing) {
  EXPECT_THAT(wrong_in(R"(
    #################################
    #            #     #            #
    #     *      #     #     *      #
    #            #  *  #            #
    #            #     #            #
    #######DDD####     ###DDD########
    #                               #
    #      *               *        #
    #                               #
    #################################)",
                       {}, {}, lenient_jambs()),
              IsEmpty());
}

TEST(Scenario, ARoomWithinARoom) {
  EXPECT_THAT(wrong_in(R"(
    #################################
    #                               #
    #      *                 *      #
    #          ###########          #
    #          #         #          #
    #          #    *    #          #
    #          #         D          #
    #          #         D          #
    #          ###########          #
    #      *                 *      #
    #                               #
    #################################)",
                       {}, {}, lenient_jambs()),
              IsEmpty());
}

TEST(Scenario, ALongCorridor) {
  EXPECT_THAT(wrong_in(R"(
    #####################################################
    #        #        #        #        #       #       #
    #   *    #   *    #   *    #   *    #   *   #   *   #
    #        #        #        #        #       #       #
    ###DDD######DDD######DDD######DDD#####DDD#####DDD####
    #                                                   #
    #      *            *            *           *      #
    #####################################################)"),
              IsEmpty());
}

/// A beam of `size` in plan, from `bottom` up to `top`.
simulator::FurnitureSpec beam(const simulator::Point2& center, const simulator::Point2& size, double bottom,
                              double top) {
  simulator::FurnitureSpec spec;
  spec.center = center;
  spec.size = size;
  spec.bottom = bottom;
  spec.top = top;
  spec.surface = simulator::Surface::kPlaster;
  return spec;
}

/// Areas of the rooms of two halls and a corridor between them, 3.8 m high. Where it joins them there is no
/// lintel but a beam, with 0.5 m of air above it. Two parts of the building were not seen.
std::vector<double> areas_at_beams(const std::string& walls, double thickness, double flange) {
  const SimulatedScan scan = scan_of("storey 0 3.8\n" + walls + R"(
#########################################################
#                    #                   #              #
#                    #                   #              #
#      *             #                   #      *       #
#                    #####################              #
#                    V                   V              #
#                    V                   V              #
#                    V                   V              #
#             *      V         *         V              #
#                    V                   V              #
#                    V                   V              #
#                    V                   V              #
#                    #####################              #
#                    #                   #              #
#      *             #                   #        *     #
#                    #                   #              #
#                    #                   #              #
#########################################################)",
                                     {}, [&](Scene& scene) {
                                       auto& things = scene.storeys[0].furniture;
                                       for (const double x : {5.375, 10.375}) {
                                         things.push_back(beam({x, 4.75}, {thickness, 3.5}, 2.5, 3.3));
                                         if (flange <= thickness) continue;
                                         things.push_back(beam({x, 4.75}, {flange, 3.5}, 2.5, 2.53));
                                         things.push_back(beam({x, 4.75}, {flange, 3.5}, 3.27, 3.3));
                                       }
                                     });
  const Result<Built> built = plan_of(MemoryCloud(scan));
  std::vector<double> areas;
  if (!built) return areas;
  for (const Room& room : built->plan.storeys.at(0).rooms) areas.push_back(room.area);
  return areas;
}

TEST(Scenario, HeadersThatDoNotReachTheCeilingPartRooms) {
  using ::testing::DoubleNear;
  using ::testing::UnorderedElementsAre;
  EXPECT_THAT(areas_at_beams("walls 0.3 0.2", 0.2, 0),
              UnorderedElementsAre(DoubleNear(41.00, 0.2), DoubleNear(18.24, 0.2), DoubleNear(28.70, 0.2)));
  EXPECT_THAT(areas_at_beams("walls 0.3 0.12", 0.12, 0.3),
              UnorderedElementsAre(DoubleNear(41.33, 0.2), DoubleNear(18.93, 0.2), DoubleNear(29.03, 0.2)));
}

TEST(Scenario, ABeamAcrossARoomPartsNothing) {
  for (const double top : {3.2, 2.9})
    EXPECT_THAT(wrong_in(R"(
    storey 0 3.2
    #################################
    #                               #
    #    *                          #
    #                               #
    #                       *       #
    #                               #
    #                               #
    #                               #
    #   *                      *    #
    #                               #
    #################################)",
                         {},
                         [&](Scene& scene) {
                           scene.storeys[0].furniture.push_back(beam({4.125, 2.75}, {0.3, 4.7}, 2.1, top));
                         }),
                IsEmpty())
        << top;
}

TEST(Scenario, GoodsHideTheLowerEndOfAClosedDoor) {
  EXPECT_THAT(wrong_in(R"(
    #################################
    #               #               #
    #       *       #       *       #
    #               #               #
    #               d               #
    #               d               #
    #               #               #
    #       *       #       *       #
    #               #               #
    #################################)",
                       {},
                       [](Scene& scene) {
                         scene.storeys[0].furniture.push_back(beam({4.85, 2.5}, {0.9, 2.2}, 0, 0.7));
                       }),
              IsEmpty());
}

TEST(Scenario, AWallBehindACupboardHasAnInferredThickness) {
  const SimulatedScan scan =
      scan_of(R"(
    storey 0 3.0
    walls 0.25 0.1
    #################################
    #               #               #
    #       *       #       *       #
    #               #               #
    #               #               #
    d               #               d
    d               #               d
    #       *       #       *       #
    #               #               #
    #################################)",
              {}, [](Scene& scene) {
                scene.storeys[0].furniture.push_back(beam({4.45, 2.4}, {0.5, 4.3}, 0, 2.4));
              });
  const Result<Built> built = plan_of(MemoryCloud(scan));
  ASSERT_TRUE(built) << built.error().describe();
  EXPECT_EQ(built->plan.storeys[0].rooms.size(), 2u);
  std::vector<std::string> sources;
  for (const Wall& wall : built->plan.storeys[0].walls)
    if (!wall.exterior) {
      sources.push_back(wall.thickness_source);
      EXPECT_EQ(wall.thickness_basis, Basis::kInferred);
      EXPECT_NEAR(wall.thickness, 0.1, 0.03);
    }
  EXPECT_THAT(sources, ::testing::ElementsAre("inferred: one face is hidden"));
}

TEST(Scenario, ACurtainWallHasAWindowInEachBay) {
  const SimulatedScan scan = scan_of(R"(
    storey 0 3.4
    walls 0.25 0.1
    #################################
    #                               #
    #     *                         #
    #                               #
    #                               #
    #                               #
    #                        *      #
    #                               #
    #                               #
    #################################)",
                                     {}, [](Scene& scene) {
                                       for (int bay = 0; bay < 10; ++bay) {
                                         simulator::OpeningSpec window;
                                         window.type = simulator::OpeningType::kWindow;
                                         window.wall = bay < 5 ? "wall 1" : "wall 2";
                                         window.state = simulator::LeafState::kGlazed;
                                         window.at = 0.3 + 1.5 * (bay % 5);
                                         window.width = 1.35;
                                         window.sill = 0.165;
                                         window.head = 2.9;
                                         scene.storeys[0].openings.push_back(window);
                                       }
                                     });
  const Result<Built> built = plan_of(MemoryCloud(scan));
  ASSERT_TRUE(built) << built.error().describe();
  const Storey& storey = built->plan.storeys.at(0);
  ASSERT_EQ(storey.rooms.size(), 1u);
  EXPECT_NEAR(storey.rooms[0].area, simulator::area(scan.truth.storeys[0].rooms[0].region), 0.1);
  const auto windows =
      std::count_if(storey.openings.begin(), storey.openings.end(), [](const Opening& opening) {
        return opening.type == OpeningType::kWindow && std::abs(opening.sill - 0.165) < 0.06 &&
               std::abs(opening.head - 2.9) < 0.06;
      });
  EXPECT_EQ(windows, 10);
}

TEST(Scenario, FurnitureShowsInNoPlan) {
  Tolerances tolerances = lenient_jambs();
  tolerances.area_share = 0.02;  // what stands against a wall hides it
  EXPECT_THAT(wrong_in(R"(
    ##################WWWWWW#########
    #               #     ttttt     #
    #  tttt         #     ttttt     #
    #  tttt   *     #               #
    #               #       *     bb#
    #bbb            #   P         bb#
    #bbb            D             bb#
    #     P    *    D    *          #
    #################################)",
                       {}, {}, tolerances),
              IsEmpty());
}

TEST(Scenario, FreeColumnsAreColumns) {
  const SimulatedScan scan = scan_of(R"(
    #################################
    #                               #
    #     *                  *      #
    #          ++         cc        #
    #                               #
    #                               #
    #     *       *          *      #
    #                               #
    #################################)");
  const Result<Built> built = plan_of(MemoryCloud(scan));
  ASSERT_TRUE(built) << built.error().describe();
  EXPECT_THAT(differences(built->plan, scan.truth), IsEmpty());
  EXPECT_EQ(built->plan.storeys[0].columns.size(), 2u);
}

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
