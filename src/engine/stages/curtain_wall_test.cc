#include "engine/stages/curtain_wall.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/stages/stage_test_inputs.h"

namespace storey {
namespace {

std::vector<WallFace> faces_of(const LevelCloud& cloud) {
  return find_faces(cloud, raster_of(cloud), kSharp);
}

/// Sill and head of a curtain wall along y = 0, 10 m long, with mullions every 1.5 m, up to `top`.
void add_curtain_wall(LevelCloud& cloud, double y, double top) {
  add_surface(cloud, {0, y, 0}, {10, 0, 0}, {0, 0, 0.2});
  add_surface(cloud, {0, y, 2.4}, {10, 0, 0}, {0, 0, top - 2.4});
  for (double x = 0; x < 10; x += 1.5) add_surface(cloud, {x, y, 0.2}, {0.1, 0, 0}, {0, 0, 2.2});
}

/// A room of 10 x 6 x 3 m with no wall at y = 0, where the ceiling ends 0.3 m before the curtain wall.
LevelCloud open_room() {
  LevelCloud cloud;
  add_surface(cloud, {0, 0, 0}, {10, 0, 0}, {0, 6, 0});
  add_surface(cloud, {0, 0.3, 3}, {10, 0, 0}, {0, 5.7, 0});
  add_surface(cloud, {0, 6, 0}, {10, 0, 0}, {0, 0, 3});
  for (const double x : {0.0, 10.0}) add_surface(cloud, {x, 0, 0}, {0, 6, 0}, {0, 0, 3});
  return cloud;
}

/// The longest face on the line y.
const WallFace* face_at(const std::vector<WallFace>& faces, double y) {
  const WallFace* longest = nullptr;
  for (const WallFace& face : faces)
    if (std::abs(face.line.direction.x()) > 0.999 && std::abs(face.line.offset({5, y})) < 0.01 &&
        (!longest || face.length() > longest->length()))
      longest = &face;
  return longest;
}

TEST(CurtainWall, IsAWallThatLooksInwards) {
  for (const double top : {2.6, 3.0}) {
    LevelCloud cloud = open_room();
    add_curtain_wall(cloud, 0, top);
    const std::vector<WallFace> faces = faces_of(cloud);
    const WallFace* face = face_at(faces, 0);
    ASSERT_NE(face, nullptr);
    EXPECT_TRUE(face->structural && face->curtain_wall && !face->glass);
    EXPECT_GT(face->line.normal().y(), 0.99);
    EXPECT_NEAR(face->length(), 10, 0.1);
  }
}

TEST(CurtainWall, ItsPanesAndFramesAreNone) {
  LevelCloud cloud = open_room();
  add_curtain_wall(cloud, 0, 2.6);
  add_surface(cloud, {0.2, -0.19, 0.2}, {9, 0, 0}, {0, 0, 2.2});
  const std::vector<WallFace> faces = faces_of(cloud);
  const WallFace* pane = face_at(faces, -0.19);
  ASSERT_NE(pane, nullptr);
  EXPECT_FALSE(pane->structural);
}

TEST(CurtainWall, AShelfInARoomIsNone) {
  LevelCloud cloud;
  add_room(cloud, {0, -4, 0}, {10, 10, 3});
  add_curtain_wall(cloud, 0, 2.6);
  const std::vector<WallFace> faces = faces_of(cloud);
  const WallFace* face = face_at(faces, 0);
  ASSERT_NE(face, nullptr);
  EXPECT_FALSE(face->curtain_wall || face->structural);
}

}  // namespace
}  // namespace storey
