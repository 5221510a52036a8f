#include "visibility.h"

#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "simulate.h"

namespace storey::simulator {
namespace {

TruthStorey seen_of(
    const char* drawing, void (*change)(Scene&) = [](Scene&) {}) {
  Scene scene = parse_drawing(drawing).value();
  change(scene);
  return simulate(scene, TerrestrialScanner::ideal(0.8)).value().truth.storeys[0];
}

TEST(Visibility, RoomsBehindClosedDoorsAreUnseen) {
  const TruthStorey storey = seen_of(R"(
      ##############
      #      #     #
      #  *   d     #
      #      d     #
      #      #     #
      ##############)");
  ASSERT_EQ(storey.rooms.size(), 2u);
  EXPECT_GT(storey.rooms[0].walls_seen, 0.95);
  EXPECT_GT(storey.rooms[0].floor_seen, 0.3) << "all but what the tripod hides";
  EXPECT_EQ(storey.rooms[1].walls_seen, 0);
  EXPECT_EQ(storey.rooms[1].floor_seen, 0);
  EXPECT_GT(storey.openings[0].seen, 0.9);
  for (const TruthFace& face : storey.faces)
    if (face.room < 0) {
      EXPECT_EQ(face.seen, 0);
    }
}

TEST(Visibility, AWardrobeHidesTheWallBehindIt) {
  const TruthStorey storey = seen_of(R"(
      ###############
      #    wwwwww   #
      #             #
      #      *      #
      #             #
      ###############)");
  const auto north =
      std::max_element(storey.faces.begin(), storey.faces.end(), [](const TruthFace& a, const TruthFace& b) {
        return (a.room < 0 ? -1 : a.a.y() + a.b.y()) < (b.room < 0 ? -1 : b.a.y() + b.b.y());
      });
  double hidden = 0;
  for (const auto& [from, to] : north->unseen) hidden += to - from;
  // The scanner stands at (1.875, 1.25), the wardrobe's front runs from x = 1.25 to 2.75 at y = 2, the wall's
  // face is at y = 2.6: the shadow there goes from 0.75 to 3.45.
  EXPECT_NEAR(hidden, 2.7, 0.06);
  EXPECT_NEAR(north->seen, 1 - hidden / 3.2, 0.02);
}

TEST(Visibility, StretchesAtOpeningsCountForNothing) {
  const TruthStorey storey = seen_of(R"(
      ##############
      #      #     #
      #  *   V  *  #
      #      V     #
      #      #     #
      ##############)");
  for (const TruthFace& face : storey.faces)
    if (face.room >= 0) {
      EXPECT_GT(face.seen, 0.95);
      EXPECT_TRUE(face.unseen.empty());
    }
}

TEST(Visibility, WallsKnowTheirFacesAndTheOutdoors) {
  const TruthStorey storey = seen_of(R"(
      ##############
      #      #     #
      #  *   O     #
      #      O     #
      #      #     #
      ##############)");
  int inner = 0;
  for (const TruthWall& wall : storey.walls) {
    if (!wall.exterior) {
      ++inner;
      EXPECT_NEAR(wall.thickness, 0.12, 1e-9);
      EXPECT_GT(std::max(wall.left_seen, wall.right_seen), 0.9);
      EXPECT_LT(std::min(wall.left_seen, wall.right_seen), 0.3);
    } else {
      EXPECT_EQ(std::min(wall.left_seen, wall.right_seen), 0);
    }
  }
  EXPECT_EQ(inner, 1);
}

TEST(Visibility, CurtainsHideTheirWindow) {
  const TruthStorey storey = seen_of(
      R"(
      ####WWWWWW####
      #            #
      #     *      #
      #            #
      ##############)",
      [](Scene& scene) {
        scene.storeys[0].openings[0].cover = Cover::kCurtain;
        scene.storeys[0].openings[0].opens_right = true;
        scene.storeys[0].openings[0].cover_share = 1;
      });
  EXPECT_LT(storey.openings[0].seen, 0.1);
}

TEST(Truth, HasTheFormThatScorersRead) {
  Scene scene = parse_drawing(R"(
      ##FFFF########
      #      #     #
      #  *   D  cc #
      #      D     #
      ##############)")
                    .value();
  const SimulatedScan scan = simulate(scene, TerrestrialScanner::ideal(3)).value();
  const boost::json::value json = boost::json::parse(truth_json(scan.truth));
  EXPECT_EQ(json.at("schema").as_string(), "storey.truth/1");
  EXPECT_EQ(json.at("frame").at("tilt_deg").to_number<double>(), 0);
  const auto& storey = json.at("storeys").at(0);
  for (const char* key : {"index", "floor_z", "ceiling_z", "sloped", "ceiling_seen", "walls", "faces",
                          "openings", "rooms", "columns", "stairs"})
    EXPECT_TRUE(storey.as_object().contains(key)) << key;
  for (const char* key : {"id", "start", "end", "thickness", "exterior", "material", "polygon", "faces_seen"})
    EXPECT_TRUE(storey.at("walls").at(0).as_object().contains(key)) << key;
  for (const char* key : {"a", "b", "seen", "room", "unseen"})
    EXPECT_TRUE(storey.at("faces").at(0).as_object().contains(key)) << key;
  for (const char* key : {"id", "kind", "polygon", "holes", "area", "ceiling_height", "floor_seen",
                          "walls_seen", "floor_z", "seen"})
    EXPECT_TRUE(storey.at("rooms").at(0).as_object().contains(key)) << key;
  const auto& glazed = storey.at("openings").at(0);
  EXPECT_EQ(glazed.at("type").as_string(), "door");
  EXPECT_EQ(glazed.at("state").as_string(), "glazed");
  EXPECT_EQ(glazed.at("accept").as_array().size(), 2u);
  EXPECT_EQ(storey.at("columns").as_array().size(), 1u);
  EXPECT_EQ(storey.at("rooms").at(1).at("holes").as_array().size(), 1u);
}

}  // namespace
}  // namespace storey::simulator
