// What plans say of the outside of buildings, held against the truth.
#include <gmock/gmock.h>

#include <cmath>

#include "engine_run.h"

namespace storey {
namespace {

using simulator::SimulatedScan;
using ::testing::IsEmpty;

Eigen::Vector2d vec(const Point2& p) { return {p.x, p.y}; }

/// Is `middle` of a wall that runs along `direction` just behind a face of the truth that looks outdoors?
bool looks_outdoors(const simulator::TruthStorey& truth, const Eigen::Vector2d& middle,
                    const Eigen::Vector2d& direction) {
  constexpr double kThick = 0.3;  // m: walls of drawings, and what is assumed of them
  for (const simulator::TruthFace& face : truth.faces) {
    const Eigen::Vector2d along = (face.b - face.a).normalized();
    const double s = along.dot(middle - face.a);
    if (face.room < 0 && std::abs(along.dot(direction)) > 0.99 && s > 0 && s < (face.b - face.a).norm() &&
        (middle - face.a - s * along).norm() < kThick)
      return true;
  }
  return false;
}

/// The walls of which plan and truth do not say alike whether they are outer ones.
std::vector<std::string> exterior_unlike(const Plan& plan, const simulator::Truth& truth) {
  constexpr double kLongEnough = 0.5;  // m: shorter ones close corners
  std::vector<std::string> unlike;
  for (const Wall& wall : plan.storeys.at(0).walls) {
    const Eigen::Vector2d along = vec(wall.end) - vec(wall.start), middle = vec(wall.start) + along / 2;
    if (along.norm() < kLongEnough) continue;
    if (wall.exterior != looks_outdoors(truth.storeys.at(0), middle, along.normalized()))
      unlike.push_back(wall.id + " at " + std::to_string(middle.x()) + " " + std::to_string(middle.y()));
  }
  return unlike;
}

std::vector<std::string> exterior_unlike_in(std::string_view drawing) {
  const SimulatedScan scan = scan_of(drawing);
  const Result<Built> built = plan_of(MemoryCloud(scan));
  if (!built) return {built.error().describe()};
  return exterior_unlike(built->plan, scan.truth);
}

TEST(Outside, ARoomWithinTheBuildingThatWasNotScannedIsNotOutside) {
  EXPECT_THAT(exterior_unlike_in(R"(
    #####WWWW#####WWWW#########
    #                         #
    #    *               *    #
    #                         #
    #       ###########       #
    #       #         #       #
    #       d         #       #
    #       d         #       #
    #       ###########       #
    #                         #
    #    *               *    #
    #                         #
    ###########################)"),
              IsEmpty());
}

TEST(Outside, ARoomBetweenOthersThatWasNotScannedIsNotOutside) {
  EXPECT_THAT(exterior_unlike_in(R"(
    ####WWWW########WWWW########WWWW####
    #          #            #          #
    #          #            #          #
    #    *     #            #    *     #
    #          #            #          #
    #          #            #          #
    #          #            #          #
    ####DDDD######dddd##########DDDD####
    #                                  #
    #      *                    *      #
    ####################################)"),
              IsEmpty());
}

TEST(Outside, ACourtThatIsOpenToOneSideIsOutside) {
  EXPECT_THAT(exterior_unlike_in(R"(
    ####WWWW####            ####WWWW####
    #          #            #          #
    #          #            #          #
    #    *     #            #    *     #
    #          #            #          #
    #          #            #          #
    #          #            #          #
    ####DDDD########WWWW########DDDD####
    #                                  #
    #      *                    *      #
    ####################################)"),
              IsEmpty());
}

/// A house with a scanner at each of its corners, 4 m off.
SimulatedScan house_from_outside_too(const std::function<void(simulator::Scene&)>& change = {}) {
  return scan_of(R"(
    walls 0.4 0.12
    ######WWWWWW########WWWW#####
    #             #             #
    #             #             #
    #     *       D      *      #
    #             D             W
    #             #             W
    W             #             W
    W             #####DDDD######
    #             #             #
    #      *      #      *      #
    #             D             #
    ######WWWW##########WWWW#####)",
                 {}, [&](simulator::Scene& scene) {
                   for (const double x : {-4.0, 11.0})
                     for (const double y : {-4.0, 9.5}) {
                       simulator::StationSpec station;
                       station.position = {x, y};
                       scene.storeys[0].stations.push_back(station);
                     }
                   if (change) change(scene);
                 });
}

TEST(Outside, OuterFacesThatWereScannedGiveTheThickness) {
  const SimulatedScan scan = house_from_outside_too();
  const Result<Built> built = plan_of(MemoryCloud(scan));
  ASSERT_TRUE(built) << built.error().describe();
  EXPECT_THAT(differences(built->plan, scan.truth), IsEmpty());
  EXPECT_THAT(exterior_unlike(built->plan, scan.truth), IsEmpty());
  std::size_t outer = 0;
  for (const Wall& wall : built->plan.storeys.at(0).walls) {
    if (!wall.exterior) continue;
    ++outer;
    EXPECT_NEAR(wall.thickness, 0.4, 0.01) << wall.id;
    EXPECT_EQ(wall.thickness_basis, Basis::kMeasured) << wall.id;
    EXPECT_EQ(wall.faces.size(), 2u) << wall.id;
    ASSERT_TRUE(wall.uncertainty.thickness_mm) << wall.id;
    EXPECT_LT(*wall.uncertainty.thickness_mm, 20) << wall.id;
  }
  EXPECT_GE(outer, 6u);
}

}  // namespace
}  // namespace storey
