// Why is this no wall? Why is this a room? What the report says of what scans were taken for.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <string>

#include "drawings.h"
#include "engine_run.h"
#include "scenario.h"

namespace storey {
namespace {

using simulator::Scene;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::SizeIs;

/// The face whose middle is nearest to a place.
const FaceReport& face_near(const Built& built, double x, double y) {
  return *std::ranges::min_element(built.faces, {}, [&](const FaceReport& face) {
    return std::hypot((face.from.x + face.to.x) / 2 - x, (face.from.y + face.to.y) / 2 - y);
  });
}

TEST(Reasons, OfAWardrobeWhyItIsNoWall) {
  const auto scan = scan_of(kOneRoom, {}, [](Scene& scene) {
    scene.storeys[0].furniture.push_back(
        {simulator::FurnitureShape::kBox, {3.55, 1.7}, {0.58, 0.95}, 0, 2.05});
  });
  const Result<Built> built = plan_of(MemoryCloud(scan));
  ASSERT_TRUE(built) << built.error().describe();
  const FaceReport& front = face_near(*built, 3.26, 1.7);
  EXPECT_NEAR(front.from.x, 3.26, 0.02);
  EXPECT_EQ(front.why.rule, "unlikely");
  ASSERT_THAT(front.why.numbers, SizeIs(2));
  EXPECT_LT(front.why.numbers[0], front.why.numbers[1] / 2) << "its chance, and that of walls";
  const FaceReport& wall = face_near(*built, 0, 1.5);
  EXPECT_EQ(wall.why.rule, "reaches_ceiling");
}

TEST(Reasons, OfEachRoomWhatEnclosesIt) {
  const Result<Built> built = plan_of(MemoryCloud(scan_of(kFlat)));
  ASSERT_TRUE(built) << built.error().describe();
  const Storey& storey = built->plan.storeys.at(0);
  std::set<std::string> faces;
  for (const FaceReport& face : built->faces) EXPECT_TRUE(faces.insert(face.id).second) << face.id;
  ASSERT_THAT(built->rooms, SizeIs(storey.rooms.size()));
  for (std::size_t i = 0; i < storey.rooms.size(); ++i) {
    EXPECT_EQ(built->rooms[i].room, storey.rooms[i].id);
    EXPECT_EQ(built->rooms[i].why.rule, "enclosed");
    ASSERT_THAT(built->rooms[i].edges, SizeIs(storey.rooms[i].polygon.size()));
    for (const EdgeReport& edge : built->rooms[i].edges) {
      EXPECT_EQ(edge.rule, "");
      EXPECT_GT(edge.shown, 0.5);
      EXPECT_THAT(edge.faces, Not(IsEmpty()));
      for (const std::string& face : edge.faces) EXPECT_THAT(faces, Contains(face));
    }
  }
}

Built built_of(const std::string& scene) {
  const auto file = std::filesystem::path(STOREY_SOURCE_DIR) / "tests/scenarios" / (scene + ".json");
  const simulator::Scenario scenario = simulator::read_scenario(file).value();
  const auto scan =
      simulator::simulate(scenario.scene, scenario.sensor, scenario.world, scenario.seed).value();
  return plan_of(MemoryCloud(scan)).value();
}

TEST(Reasons, OfATerraceWhyItIsNoRoom) {
  const Built built = built_of("terrace-1");
  EXPECT_THAT(built.left_out, Contains(AllOf(Field(&LeftOut::what, "room"),
                                             Field(&LeftOut::reason, HasSubstr("has no ceiling")))));
}

TEST(Reasons, EachKindOfFaceSaysWhatItIs) {
  std::set<std::string> rules;
  for (const char* scene : {"curtain-walls-1", "glass-rooms-1", "headers-1"}) {
    for (const FaceReport& face : built_of(scene).faces) rules.insert(face.why.rule);
  }
  EXPECT_THAT(rules, IsSupersetOf({"curtain_wall", "frame_of_curtain_wall", "glass_wall", "header", "pane",
                                   "part_of_header", "rests_nowhere", "unlikely"}));
  EXPECT_THAT(rules, Not(Contains("not_judged")));
}

}  // namespace
}  // namespace storey
