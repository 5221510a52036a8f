// Drawn buildings, scanned and held against the truth.
#include <gmock/gmock.h>

#include "drawings.h"
#include "engine_run.h"
#include "polygons.h"

namespace storey {
namespace {

using simulator::Scene;
using simulator::SimulatedScan;
using simulator::World;
using ::testing::IsEmpty;

TEST(Scenario, AFlatComesOutAsDrawn) { EXPECT_THAT(wrong_in(kFlat), IsEmpty()); }

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

}  // namespace
}  // namespace storey
