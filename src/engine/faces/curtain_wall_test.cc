#include "engine/faces/curtain_wall.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "engine/test_inputs/stage_test_inputs.h"

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

TEST(CurtainWall, ItsSillMayShowThinly) {
  for (const double apart : {0.06, 0.40}) {  // m: beams of a thin scan, and strays
    LevelCloud cloud = open_room();
    add_surface(cloud, {0, 0, 2.4}, {10, 0, 0}, {0, 0, 0.6});
    for (double x = 0; x < 10; x += 1.5) add_surface(cloud, {x, 0, 0.2}, {0.1, 0, 0}, {0, 0, 2.2});
    for (double x = 0; x < 10; x += apart)
      for (const float z : {0.13f, 0.23f}) cloud.surfels.push_back({{static_cast<float>(x), 0, z}, 1, 1});
    const std::vector<WallFace> faces = faces_of(cloud);
    const WallFace* face = face_at(faces, 0);
    ASSERT_NE(face, nullptr);
    EXPECT_EQ(face->curtain_wall, apart < 0.1) << apart;
  }
}

TEST(CurtainWall, AFacadeThatIsHitThinlyIsNone) {
  LevelCloud cloud = open_room();
  for (double x = 0; x < 10; x += 2.5) add_surface(cloud, {x, 0, 0.2}, {0.04, 0, 0}, {0, 0, 2.2});  // jambs
  for (int c = 0; c < 500; ++c)
    for (int r = 2; r < 58; ++r)
      if ((3 * c + 7 * r) % 5 == 0)
        cloud.surfels.push_back(
            {{static_cast<float>(c) * 0.02f, 0, static_cast<float>(r) * 0.05f + 0.025f}, 1, 1});
  const std::vector<WallFace> faces = faces_of(cloud);
  const WallFace* face = face_at(faces, 0);
  ASSERT_NE(face, nullptr);
  EXPECT_FALSE(face->curtain_wall);
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

TEST(CurtainWall, NorIsWhatStandsAskewBehindIt) {
  LevelCloud cloud = open_room();
  add_curtain_wall(cloud, 0, 2.6);
  const StoreyRaster raster = raster_of(cloud);
  std::vector<WallFace> faces = {*face_at(find_faces(cloud, raster, kSharp), 0),
                                 seen_face({3, -0.05}, {3.6, -0.4}),  // a fold of a curtain
                                 seen_face({5, 0.2}, {5, -0.4}),      // a wall that ends in it
                                 seen_face({7, -0.3}, {7.6, -0.9})};  // outside
  drop_frames(raster, faces);
  for (std::size_t i = 0; i < faces.size(); ++i) EXPECT_EQ(faces[i].structural, i != 1) << i;
}

TEST(CurtainWall, NorIsWhatStandsBehindTwoOfThem) {
  WallFace left = seen_face({6, 0}, {0, 0}), right = seen_face({12, 0.02}, {5, 0.02});
  left.curtain_wall = right.curtain_wall = true;
  std::vector<WallFace> faces = {left, right, seen_face({9, 0.2}, {2, 0.2}),
                                 seen_face({13, 0.2}, {8, 0.2})};  // farther than they go
  drop_frames(raster_of(open_room()), faces);
  for (std::size_t i = 0; i < faces.size(); ++i) EXPECT_EQ(faces[i].structural, i != 2) << i;
}

TEST(CurtainWall, ARadiatorAndABlindBelowAWindowAreNone) {
  for (const auto& [bay, bays] : {std::pair{1.4, 1}, {2.4, 1}, {1.4, 2}}) {  // m: windows, and a curtain wall
    const double width = bay * bays;
    LevelCloud cloud = open_room();
    add_surface(cloud, {3, -0.1, 0}, {width, 0, 0}, {0, 0, 0.6});
    add_surface(cloud, {3, -0.1, 2.3}, {width, 0, 0}, {0, 0, 0.4});
    for (int i = 0; i < bays; ++i) add_surface(cloud, {3 + bay * i, -0.1, 0.6}, {0.1, 0, 0}, {0, 0, 1.7});
    const std::vector<WallFace> faces = faces_of(cloud);
    const auto front = std::find_if(faces.begin(), faces.end(), [&](const WallFace& face) {
      return std::abs(face.line.offset({3.5, -0.1})) < 0.01 && face.length() > 0.9 * width;
    });
    ASSERT_NE(front, faces.end());
    EXPECT_EQ(front->curtain_wall, bays > 1) << width;
  }
}

/// A room whose wall at y = 0 has a window, and the window's frame, `depth` m behind it, from `bottom` up.
LevelCloud room_with_a_window(double depth, double bottom) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {6, 4, 2.8});
  std::erase_if(cloud.surfels, [](const Surfel& s) {
    return s.mean.y() < 0.001f && s.mean.z() > 0.9f && s.mean.z() < 2.3f && s.mean.x() > 2 && s.mean.x() < 4;
  });
  add_surface(cloud, {2, -depth, bottom}, {2, 0, 0}, {0, 0, 2.75 - bottom});
  return cloud;
}

TEST(CurtainWall, TheFrameOfAWindowIsNoWall) {
  const auto is_wall = [](const LevelCloud& cloud, double y) {
    const std::vector<WallFace> faces = faces_of(cloud);
    return std::any_of(faces.begin(), faces.end(), [&](const WallFace& face) {
      return face.structural && std::abs(face.line.direction.x()) > 0.99 &&
             std::abs(face.line.offset({3, y})) < 0.01;
    });
  };
  EXPECT_FALSE(is_wall(room_with_a_window(0.15, 0.9), -0.15));
  EXPECT_TRUE(is_wall(room_with_a_window(0.15, 0.9), 0)) << "the wall about it stays";
  EXPECT_TRUE(is_wall(room_with_a_window(0.15, 0.1), -0.15)) << "the back of a niche goes down to the floor";
  EXPECT_TRUE(is_wall(room_with_a_window(0.55, 0.9), -0.55)) << "too deep for a window";
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
