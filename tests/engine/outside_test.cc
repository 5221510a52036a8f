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

}  // namespace
}  // namespace storey
