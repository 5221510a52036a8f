#include "drawing.h"

#include <gmock/gmock.h>

namespace storey::simulator {
namespace {

using ::testing::HasSubstr;

const WallSpec& wall_of(const StoreySpec& storey, const OpeningSpec& opening) {
  return *std::find_if(storey.walls.begin(), storey.walls.end(),
                       [&](const WallSpec& w) { return w.id == opening.wall; });
}

TEST(Drawing, PutsWallsThroughTheMiddleOfTheCells) {
  const Scene scene = parse_drawing("cell 0.5 1\nwalls 0.4 0.1\n#####\n#   #\n#####\n").value();
  ASSERT_EQ(scene.storeys.size(), 1u);
  const auto& walls = scene.storeys[0].walls;
  ASSERT_EQ(walls.size(), 4u);
  EXPECT_EQ(walls[0].from, Point2(0.25, 2.5));
  EXPECT_EQ(walls[0].to, Point2(2.25, 2.5));
  EXPECT_EQ(walls[0].thickness, 0.4);
}

TEST(Drawing, OpeningsAreAsWideAsDrawn) {
  const Scene scene = parse_drawing(R"(
      ####WWWW#######
      #        #    #
      #        D    #
      #        D    #
      #        #    d
      #        #    d
      ###############)")
                          .value();
  const StoreySpec& storey = scene.storeys[0];
  ASSERT_EQ(storey.openings.size(), 3u);
  const OpeningSpec& window = storey.openings[0];
  EXPECT_EQ(window.type, OpeningType::kWindow);
  EXPECT_DOUBLE_EQ(window.width, 1.0);
  // Four cells of wall come before, the first of them half.
  EXPECT_DOUBLE_EQ(window.at, 3.5 * 0.25);
  const OpeningSpec& door = storey.openings[1];
  EXPECT_EQ(door.state, LeafState::kOpen);
  EXPECT_DOUBLE_EQ(door.width, 1.0);
  EXPECT_EQ(wall_of(storey, door).thickness, 0.12);
  EXPECT_EQ(storey.openings[2].state, LeafState::kClosed);
  EXPECT_EQ(wall_of(storey, storey.openings[2]).thickness, 0.3);
}

TEST(Drawing, GlassAndMasonryInOneLineAreTwoWalls) {
  const Scene scene = parse_drawing(R"(
      ##########
      #        #
      ###GGGGGG#
      #        #
      ##########)")
                          .value();
  int glass = 0;
  for (const WallSpec& wall : scene.storeys[0].walls)
    if (wall.surface == Surface::kGlass) {
      ++glass;
      EXPECT_DOUBLE_EQ(wall.from.x(), 3 * 0.25);
      EXPECT_DOUBLE_EQ(wall.to.x(), 9 * 0.25);
    }
  EXPECT_EQ(glass, 1);
}

TEST(Drawing, ThingsHaveTheirSizeAndPlace) {
  const Scene scene = parse_drawing(R"(
      ############
      #   *   ww #
      # ++    ww #
      # ++  2  1 #
      ############)")
                          .value();
  const StoreySpec& storey = scene.storeys[0];
  ASSERT_EQ(storey.stations.size(), 1u);
  EXPECT_EQ(storey.stations[0].position, Point2(4.5 * 0.25, 3.5 * 0.5));
  ASSERT_EQ(storey.columns.size(), 1u);
  EXPECT_EQ(storey.columns[0].size, Point2(0.5, 1.0));
  ASSERT_EQ(storey.furniture.size(), 1u);
  EXPECT_EQ(storey.furniture[0].top, storey.height);
  ASSERT_EQ(storey.path.size(), 2u);
  EXPECT_GT(storey.path[0].x(), storey.path[1].x());
}

TEST(Drawing, StoreysStandOneUnderTheOther) {
  const Scene scene =
      parse_drawing("storey 0 2.6\n####\n#  #\n####\nstorey 2.9 2.4\n#####\n#   #\n#####\n").value();
  ASSERT_EQ(scene.storeys.size(), 2u);
  EXPECT_EQ(scene.storeys[1].floor, 2.9);
  EXPECT_EQ(scene.storeys[1].height, 2.4);
}

TEST(Drawing, ErrorsNameTheLine) {
  EXPECT_THAT(parse_drawing("####\n#?##\n").error().describe(), HasSubstr("line 2"));
  EXPECT_THAT(parse_drawing("####\n#?##\n").error().describe(), HasSubstr("'?'"));
  EXPECT_THAT(parse_drawing("cell 0.5\n####\n").error().describe(), HasSubstr("line 1"));
  EXPECT_THAT(parse_drawing("cell 0.5 -1\n####\n").error().describe(), HasSubstr("positive"));
  EXPECT_THAT(parse_drawing("\n###D\n#  #\n####\n").error().describe(), HasSubstr("line 2"));
  EXPECT_THAT(parse_drawing("\n  \n").error().describe(), HasSubstr("empty"));
}

}  // namespace
}  // namespace storey::simulator
