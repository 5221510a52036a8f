#include "engine/stages/images_in_line.h"

#include <gtest/gtest.h>

#include "engine/stages/stage_test_inputs.h"

namespace storey {
namespace {

/// Points all over a wall 2.4 m high, of which each surfel counts for `points`.
void add_wall(LevelCloud& cloud, const WallFace& face, float points) {
  const std::size_t before = cloud.surfels.size();
  const Vec2 along = face.end() - face.start();
  add_surface(cloud, {face.start().x(), face.start().y(), 0}, {along.x(), along.y(), 0}, {0, 0, 2.4});
  for (std::size_t i = before; i < cloud.surfels.size(); ++i) cloud.surfels[i].count = points;
}

/// A wall from (4, 0) to a pane along y = 3, seen to go on behind it up to (4, `to`), where it has `share` of
/// the points; the pane has `pane_share`.
Interval left_of_wall(double to, double share, double pane_share) {
  constexpr double kPane = 3;
  LevelCloud cloud;
  std::vector<WallFace> faces = {seen_face({4, 0}, {4, to}), seen_face({0, kPane}, {8, kPane})};
  add_wall(cloud, seen_face({4, 0}, {4, kPane}), 10);
  add_wall(cloud, seen_face({4, kPane}, {4, to}), static_cast<float>(10 * share));
  add_wall(cloud, faces[1], static_cast<float>(10 * pane_share));
  StoreyLevel level;
  level.ceiling_z = 2.4;
  cut_images_in_line(cloud, level, 1, faces);
  EXPECT_EQ(faces[0].profile.size(),
            static_cast<std::size_t>(std::lround(faces[0].length() / faces[0].step)));
  return faces[0].extent;
}

TEST(ImagesInLine, WhatAWallShowsBehindAPaneIsCutOff) {
  const Interval left = left_of_wall(5, 0.05, 0.1);
  EXPECT_NEAR(left.from, 0, 1e-9);
  EXPECT_NEAR(left.to, 3, 0.02);
}

TEST(ImagesInLine, AWallThatIsSeenBehindAPaneGoesOn) { EXPECT_NEAR(left_of_wall(5, 0.3, 0.1).to, 5, 1e-9); }

TEST(ImagesInLine, WallsMirrorNothing) { EXPECT_NEAR(left_of_wall(5, 0.05, 1).to, 5, 1e-9); }

TEST(ImagesInLine, AnImageIsNoLongerThanItsWall) { EXPECT_NEAR(left_of_wall(7, 0.05, 0.1).to, 7, 1e-9); }

}  // namespace
}  // namespace storey
