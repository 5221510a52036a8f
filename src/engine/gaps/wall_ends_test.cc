#include "engine/gaps/wall_ends.h"

#include <gtest/gtest.h>

#include "engine/test_inputs/stage_test_inputs.h"
#include "geometry/mask.h"

namespace storey {
namespace {

const GridFrame kPlan{{-1, -1}, 0.04, 200, 200};  // 8 x 8 m

/// A partition that comes from below to a corridor's wall, and that wall, along all rooms of the corridor.
std::vector<WallFace> partition_at_corridor() {
  return {seen_face({3, 0}, {3, 2}), seen_face({0, 2}, {6, 2}), seen_face({6, 4}, {0, 4})};
}

TEST(WallEnds, APartitionComesToACornerAtAWallThatGoesOnToBothSides) {
  const std::vector<WallFace> faces = partition_at_corridor();
  EXPECT_TRUE(comes_to_corner(FacesInPlan(faces), faces[0], {3, 2}));
  EXPECT_FALSE(comes_to_corner(FacesInPlan(faces), faces[0], {3, 0}));
}

TEST(WallEnds, AJambIsNoCorner) {
  std::vector<WallFace> faces = partition_at_corridor();
  faces[1] = seen_face({2.9, 2}, {3.1, 2});
  EXPECT_FALSE(comes_to_corner(FacesInPlan(faces), faces[0], {3, 2}));
}

TEST(WallEnds, LinesStopAtCornersIfTold) {
  const std::vector<WallFace> faces = partition_at_corridor();
  Mask barrier(kPlan), stopping(kPlan), going_on(kPlan);
  draw(barrier, faces[2].start(), faces[2].end());
  draw_on({faces, barrier}, AtCorners::kStop, stopping);
  draw_on({faces, barrier}, AtCorners::kGoOn, going_on);
  EXPECT_FALSE(stopping.get({3, 3}));
  EXPECT_TRUE(going_on.get({3, 3}));
}

TEST(WallEnds, AWallThatStopsInTheOpenGoesOnToTheNext) {
  const auto goes_on_to = [](double y) {
    const std::vector<WallFace> faces = {seen_face({3, 2}, {3, 2.5}), seen_face({6, y}, {0, y})};
    Mask barrier(kPlan), drawn(kPlan);
    draw(barrier, faces[1].start(), faces[1].end());
    draw_on({faces, barrier}, AtCorners::kStop, drawn);
    return drawn.get({3, 3}) != 0;
  };
  EXPECT_TRUE(goes_on_to(4));
  EXPECT_TRUE(goes_on_to(4.9));
  EXPECT_FALSE(goes_on_to(5.2)) << "too far off";
}

}  // namespace
}  // namespace storey
