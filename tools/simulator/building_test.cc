#include "building.h"

#include <gmock/gmock.h>

#include <map>
#include <tuple>

#include "drawing.h"
#include "random.h"
#include "ray_tracer.h"

namespace storey::simulator {
namespace {

using ::testing::HasSubstr;

constexpr const char* kHouse = R"(
    ###########WWWW#######
    #         #          #
    # *   ww  D    cc    W
    #     ww  D    cc    W
    #  bb     #     tt   #
    ####dddd#######OOOO###
    #                    #
    #                    d
    #                    d
    ######################)";

using Corner = std::tuple<double, double, double>;
Corner corner(const Eigen::Vector3d& p) { return {p.x(), p.y(), p.z()}; }

/// A closed surface has every edge twice, once in each direction.
TEST(Building, EverySolidIsClosed) {
  Scene scene = parse_drawing(kHouse).value();
  scene.storeys[0].slopes = {{{0, 4.75}, {0, 0}, 1.2, 40}};
  scene.storeys[0].niches = {{"wall 1", 0.5, 0.6, 0.1, 0.5, 2.0}};
  scene.storeys[0].stairs = {{{1, 1}, 0, 0.9, 0.27, 8}};
  const Building building = build(scene).value();
  std::map<std::tuple<int, Corner, Corner>, int> balance;
  std::vector<double> volume(building.mesh.solid_count());
  for (const Triangle& t : building.mesh.triangles()) {
    if (building.mesh.tag(t).part == Part::kProbe) continue;
    volume[t.solid] += t.a.dot(t.b.cross(t.c)) / 6;
    for (const auto& [p, q] : {std::pair(t.a, t.b), std::pair(t.b, t.c), std::pair(t.c, t.a)}) {
      ++balance[{t.solid, corner(p), corner(q)}];
      --balance[{t.solid, corner(q), corner(p)}];
    }
  }
  for (const auto& [edge, count] : balance) ASSERT_EQ(count, 0) << "solid " << std::get<0>(edge);
  for (const Triangle& t : building.mesh.triangles()) {
    if (building.mesh.tag(t).part == Part::kProbe) continue;
    ASSERT_GT(volume[t.solid], 0) << "solid " << t.solid;
  }
}

TEST(Building, NoRayLeavesAClosedRoom) {
  Scene scene = parse_drawing(R"(
      ##############
      #      #     #
      #      #     #
      #      d     #
      #      d     #
      #      #     #
      ##############)")
                    .value();
  scene.outside = false;
  const Building building = build(scene).value();
  const RayTracer tracer(building.mesh);
  const Eigen::Vector3d eye(0.9, 1.6, 1.3);
  Random random(5);
  for (int i = 0; i < 50'000; ++i) {
    const Eigen::Vector3d along =
        Eigen::Vector3d(random.normal(), random.normal(), random.normal()).normalized();
    double t = 0;
    std::optional<RayHit> hit;
    do {
      hit = tracer.nearest(eye, along, t + 1e-7, 100);
      ASSERT_TRUE(hit) << along.transpose();
      t = hit->t;
    } while (building.mesh.tag(building.mesh.triangles()[hit->triangle]).part == Part::kProbe);
    const Eigen::Vector3d end = eye + along * t;
    EXPECT_LT(end.x(), 2.0) << along.transpose();
    EXPECT_GT(end.z(), -1e-6);
    EXPECT_LT(end.z(), 2.5 + 1e-6);
  }
}

TEST(Building, TruthHasTheRoomsBetweenTheFaces) {
  const Building building = build(parse_drawing(R"(
      walls 0.3 0.1
      #########
      #   #   #
      #   #   #
      #   #   #
      #########)")
                                      .value())
                                .value();
  const TruthStorey& storey = building.truth.storeys[0];
  ASSERT_EQ(storey.rooms.size(), 2u);
  // Half of the drawing, 8 cells of 0.25 m, without half an outer and half an inner wall.
  for (const TruthRoom& room : storey.rooms)
    EXPECT_NEAR(area(room.region), (1.0 - 0.15 - 0.05) * (2.0 - 0.3), 1e-5);
  double walls = 0;
  for (const TruthFace& face : storey.faces) walls += (face.a.x() * face.b.y() - face.a.y() * face.b.x()) / 2;
  EXPECT_NEAR(walls, 2.3 * 2.3 - 2 * 0.8 * 1.7, 1e-5) << "the solid is on the left of every face";
  int outdoors = 0;
  for (const TruthFace& face : storey.faces) outdoors += face.room < 0;
  EXPECT_EQ(outdoors, 4);
}

TEST(Building, NicheOfFullHeightShowsInThePlanAndALowerOneDoesNot) {
  Scene scene = parse_drawing("##########\n#        #\n#        #\n#        #\n##########\n").value();
  NicheSpec niche{"wall 1", 0.6, 0.8, 0.1, 0.4, 2.0, true};
  scene.storeys[0].niches = {niche};
  const double plain = area(build(scene).value().truth.storeys[0].rooms.at(0).region);
  scene.storeys[0].niches[0].sill = 0;
  scene.storeys[0].niches[0].head = 100;
  const auto storey = build(scene).value().truth.storeys[0];
  EXPECT_NEAR(area(storey.rooms.at(0).region), plain + 0.08, 1e-5);
  EXPECT_EQ(storey.walls.size(), 6u);
}

TEST(Building, RaisedFloorAndDroppedCeiling) {
  Scene scene = parse_drawing("##########\n#        #\n#        #\n#        #\n##########\n").value();
  scene.storeys[0].rooms = {{{1.2, 1.2}, "stage", 0.4, 2.2, false}};
  const Building building = build(scene).value();
  EXPECT_DOUBLE_EQ(building.truth.storeys[0].rooms[0].floor, 0.4);
  EXPECT_DOUBLE_EQ(building.truth.storeys[0].rooms[0].ceiling_height, 1.8);
  const RayTracer tracer(building.mesh);
  EXPECT_NEAR(tracer.nearest({1.2, 1.2, 1}, {0, 0, -1}, 0, 10)->t, 0.6, 1e-9);
  EXPECT_NEAR(tracer.nearest({1.2, 1.2, 1}, {0, 0, 1}, 0, 10)->t, 1.2, 1e-9);
}

TEST(Building, VoidJoinsTwoStoreys) {
  constexpr const char* kFloorPlan = "##########\n#        #\n#        #\n#        #\n##########\n";
  Scene scene =
      parse_drawing(std::string("storey 0 2.5\n") + kFloorPlan + "storey 2.8 2.4\n" + kFloorPlan).value();
  scene.storeys[1].rooms = {{{1.2, 1.2}, "hall", 0, std::nullopt, true}};
  const Building building = build(scene).value();
  EXPECT_TRUE(building.truth.storeys[1].rooms.empty());
  EXPECT_DOUBLE_EQ(building.truth.storeys[0].rooms[0].ceiling_height, 5.2);
  EXPECT_NEAR(RayTracer(building.mesh).nearest({1.2, 1.2, 1}, {0, 0, 1}, 0, 10)->t, 4.2, 1e-9);
}

TEST(Building, WardrobesEndAtTheCeiling) {
  Scene scene = parse_drawing("##########\n#        #\n#        #\n#        #\n##########\n").value();
  scene.outside = false;
  FurnitureSpec wardrobe;
  wardrobe.center = {1.2, 1.2};
  wardrobe.top = 9;
  scene.storeys[0].furniture = {wardrobe};
  const Building building = build(scene).value();
  EXPECT_NEAR(RayTracer(building.mesh).nearest({1.2, 1.2, 20}, {0, 0, -1}, 0, 30)->t, 20 - 2.75, 1e-9);
}

TEST(Building, RefusesARoomThatIsNowhere) {
  Scene scene = parse_drawing("#####\n#   #\n#####\n").value();
  scene.storeys[0].rooms = {{{50, 50}, "attic", 0, std::nullopt, false}};
  EXPECT_THAT(build(scene).error().message, HasSubstr("attic"));
}

}  // namespace
}  // namespace storey::simulator
