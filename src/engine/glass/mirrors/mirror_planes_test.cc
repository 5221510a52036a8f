#include "engine/glass/mirrors/mirror_planes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

/// A wall along y = 0 that looks up, and what stands `before` it (m), seen again `behind` it.
std::vector<WallFace> wall_and_image(double before, double behind, double length = 2) {
  return {seen_face({0, 0}, {4, 0}), seen_face({1 + length, before}, {1, before}),
          seen_face({1, -behind}, {1 + length, -behind})};
}

/// Those of the planes that lie along x and look up.
std::vector<MirrorPlane> planes_along_wall(const std::vector<WallFace>& faces) {
  std::vector<MirrorPlane> planes = mirror_planes(faces, {});
  std::erase_if(planes, [](const MirrorPlane& plane) { return plane.line.direction.x() < 0.5; });
  return planes;
}

TEST(MirrorPlanes, LieOnTheWallThatAFaceShowsAgainBehind) {
  const std::vector<MirrorPlane> planes = planes_along_wall(wall_and_image(3, 3));
  ASSERT_EQ(planes.size(), 1u);
  EXPECT_NEAR(planes[0].line.offset({0, 0}), 0, 1e-9);
  EXPECT_NEAR(planes[0].extent.from, 0, 1e-9);
  EXPECT_NEAR(planes[0].extent.to, 4, 1e-9);
}

TEST(MirrorPlanes, StandProudOfTheWallOrAreLetIntoIt) {
  const std::vector<MirrorPlane> proud = planes_along_wall(wall_and_image(3, 2.88));
  ASSERT_EQ(proud.size(), 1u);
  EXPECT_NEAR(proud[0].line.offset({0, 0}), -0.06, 1e-9);
  const std::vector<MirrorPlane> let_in = planes_along_wall(wall_and_image(3, 3.04));
  ASSERT_EQ(let_in.size(), 1u);
  EXPECT_NEAR(let_in[0].line.offset({0, 0}), 0.02, 1e-9);
}

TEST(MirrorPlanes, AreNotWhereImagesWouldBeOutOfReach) {
  EXPECT_EQ(planes_along_wall(wall_and_image(19.9, 19.9)).size(), 1u);
  EXPECT_TRUE(planes_along_wall(wall_and_image(20.1, 20.1)).empty());
}

TEST(MirrorPlanes, AreNotWhereTheImageLiesFartherOff) {
  EXPECT_TRUE(planes_along_wall(wall_and_image(3, 2.76)).empty());
  EXPECT_TRUE(planes_along_wall(wall_and_image(3, 3.10)).empty());
}

TEST(MirrorPlanes, NeedHalfAMetreThatShowsAgain) {
  EXPECT_EQ(planes_along_wall(wall_and_image(3, 3, 0.6)).size(), 1u);
  EXPECT_TRUE(planes_along_wall(wall_and_image(3, 3, 0.4)).empty());
}

TEST(MirrorPlanes, TheWallsOwnSidesAreNoImages) {
  EXPECT_TRUE(planes_along_wall(wall_and_image(0.2, 0.2)).empty());
  EXPECT_EQ(planes_along_wall(wall_and_image(0.4, 0.4)).size(), 1u);
}

TEST(MirrorPlanes, WhatStandsAskewIsNoImage) {
  std::vector<WallFace> faces = wall_and_image(3, 3);
  faces.back() = seen_face({1, -3.25}, {3, -2.75});  // 14°
  EXPECT_TRUE(planes_along_wall(faces).empty());
}

TEST(MirrorPlanes, OfUprightFacesThoseOfWallsCount) {
  std::vector<WallFace> faces = wall_and_image(3, 3);
  faces[0].glass = true;
  EXPECT_TRUE(planes_along_wall(faces).empty());
  faces[0].glass = faces[0].structural = false;
  EXPECT_TRUE(planes_along_wall(faces).empty());
}

TEST(MirrorPlanes, WhereTheMostIsMirroredTheyLie) {
  // What is mirrored 5 cm before the wall is longer than what is mirrored in the wall itself.
  std::vector<WallFace> faces = wall_and_image(3, 3, 0.6);
  const std::vector<WallFace> longer = wall_and_image(2, 1.9, 2);
  faces.insert(faces.end(), longer.begin() + 1, longer.end());
  const std::vector<MirrorPlane> planes = planes_along_wall(faces);
  ASSERT_EQ(planes.size(), 1u);
  EXPECT_NEAR(planes[0].line.offset({0, 0}), -0.05, 1e-9);
}

TEST(MirrorPlanes, SheetsMayMirrorOnBothSides) {
  GlassSheet sheet;
  sheet.line = {{1, 2}, {0, 1}};
  sheet.from = 0.5;
  sheet.pieces.resize(static_cast<std::size_t>(std::lround(1.5 / kSheetPiece)));
  const std::vector<MirrorPlane> planes = mirror_planes({}, {sheet});
  ASSERT_EQ(planes.size(), 2u);
  EXPECT_EQ(planes[1].line.direction, Vec2(-planes[0].line.direction));
  for (const MirrorPlane& plane : planes) {
    EXPECT_NEAR(plane.line.at(plane.extent.from).x(), 1, 1e-9);
    EXPECT_NEAR(plane.extent.length(), sheet.to() - sheet.from, 1e-9);
  }
  EXPECT_NEAR(planes[1].line.at(planes[1].extent.to).y(), 2.5, 1e-9);
}

}  // namespace
}  // namespace storey
