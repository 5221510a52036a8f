#include "engine/faces/judge_faces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

TEST(DropCornices, AWallIsNoneBeforeItself) {
  for (int i = 0; i < 50; ++i) {  // in some directions its middle lies a rounding behind its line
    const Vec2 direction(std::cos(0.1 * i), std::sin(0.1 * i));
    std::vector<WallFace> faces = {seen_face({1.3, 2.7}, Vec2(1.3, 2.7) + 1.7 * direction)};
    faces[0].low = 0.1;  // tables before it
    drop_cornices(faces);
    EXPECT_TRUE(faces[0].structural) << i;
  }
}

/// A room of 5 x 4 x 2.5 m with a bulkhead along its wall y = 4, `deep` m; below that, a bed hides the floor
/// and some of the wall.
LevelCloud room_with_bulkhead(double deep) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {5, 4, 2.5});
  std::erase_if(cloud.surfels, [&](const Surfel& surfel) {
    const Eigen::Vector3f p = surfel.mean;
    const bool over = p.y() > static_cast<float>(4 - deep) && p.z() > 2.2f;
    const bool below_bed = p.y() > 2.5f && p.x() > 0.1f && p.x() < 4.9f && p.z() < 0.7f;
    return over || below_bed;
  });
  add_surface(cloud, {0, 4 - deep, 2.2}, {5, 0, 0}, {0, 0, 0.3});
  add_surface(cloud, {0, 4 - deep, 2.2}, {5, 0, 0}, {0, deep, 0});
  return cloud;
}

/// Is there a wall's face along x at `y`?
bool wall_along(double y, const LevelCloud& cloud) {
  return std::ranges::any_of(find_faces(cloud, raster_of(cloud), kSharp), [&](const WallFace& face) {
    return face.structural && std::abs(face.line.direction.x()) > 0.999 && face.length() > 3 &&
           std::abs(face.middle().y() - y) < 0.02;
  });
}

TEST(DropCornices, OfABulkheadTheWallBehindIsShown) {
  for (const double deep : {0.25, 0.45, 0.7}) {
    const LevelCloud cloud = room_with_bulkhead(deep);
    EXPECT_FALSE(wall_along(4 - deep, cloud)) << deep;
    EXPECT_TRUE(wall_along(4, cloud)) << deep;
    EXPECT_TRUE(std::ranges::any_of(find_faces(cloud, raster_of(cloud), kSharp), [](const WallFace& face) {
      return face.reason.because == Because::kCornice && face.reason.numbers[0] > 0.5;
    })) << deep;
  }
}

/// Units of a kitchen stand below the bulkhead, 0.9 m high, and over them the wall shows.
TEST(DropCornices, OfABulkheadOverUnitsTheWallBehindIsShown) {
  constexpr double kDeep = 0.62;
  LevelCloud cloud = room_with_bulkhead(kDeep);
  std::erase_if(cloud.surfels, [](const Surfel& surfel) {
    return surfel.mean.y() > static_cast<float>(4 - kDeep) && surfel.mean.z() < 0.9f;
  });
  add_surface(cloud, {0, 0, 0}, {5, 0, 0}, {0, 4 - kDeep, 0});
  add_surface(cloud, {0, 4 - kDeep, 0}, {5, 0, 0}, {0, 0, 0.9});
  add_surface(cloud, {0, 4 - kDeep, 0.9}, {5, 0, 0}, {0, kDeep, 0});
  EXPECT_FALSE(wall_along(4 - kDeep, cloud));
  EXPECT_TRUE(wall_along(4, cloud));
}

/// A floor of 5 x 4 m without a ceiling, and a wall behind it that is hit at every `apart` m, at other
/// heights each time.
StoreyRaster yard_with_thin_wall(double apart) {
  LevelCloud cloud;
  add_surface(cloud, {0, 0, 0}, {5, 0, 0}, {0, 4, 0});
  add_surface(cloud, {0, 0, 0}, {0, 4, 0}, {0, 0, 2.2});
  add_surface(cloud, {5, 0, 0}, {0, 4, 0}, {0, 0, 2.2});
  for (int i = 0; i * apart < 5; ++i)
    for (int k = 0; k < 8; ++k) {
      const double z = 0.25 * k + 0.05 * (i % 5) + 0.02;
      cloud.surfels.push_back({Eigen::Vector3d(i * apart, 4, z).cast<float>(), 1, 1});
    }
  return raster_of(cloud);
}

/// A room of 5 x 4 m, 2.6 m high; the wall at its back shows up to `top` m, and over the back half no
/// ceiling.
LevelCloud room_with_back(double top) {
  LevelCloud cloud;
  add_surface(cloud, {0, 0, 0}, {5, 0, 0}, {0, 4, 0});
  add_surface(cloud, {0, 0, 2.6}, {5, 0, 0}, {0, 2, 0});
  for (const double x : {0.0, 5.0}) add_surface(cloud, {x, 0, 0}, {0, 4, 0}, {0, 0, 2.6});
  add_surface(cloud, {0, 0, 0}, {5, 0, 0}, {0, 0, 2.6});
  add_surface(cloud, {0, 4, 0}, {5, 0, 0}, {0, 0, top});
  return cloud;
}

/// The face along x at `y` that is longest.
WallFace longest_along(double y, const LevelCloud& cloud) {
  WallFace longest;
  for (const WallFace& face : find_faces(cloud, raster_of(cloud), kSharp))
    if (std::abs(face.line.direction.x()) > 0.999 && std::abs(face.middle().y() - y) < 0.02 &&
        face.length() > longest.length())
      longest = face;
  return longest;
}

TEST(JudgeByCues, AWallOfWhichTheTopDoesNotShowIsOne) {
  EXPECT_EQ(longest_along(4, room_with_back(2.6)).reason.because, Because::kReachesCeiling);
  for (const double top : {2.2, 1.8}) {
    const WallFace back = longest_along(4, room_with_back(top));
    EXPECT_EQ(back.reason.because, Because::kLikely) << top;
    EXPECT_GT(back.reason.numbers[0], back.reason.numbers[1] / 2) << top;
  }
}

TEST(JudgeByCues, AWardrobeIsNoWall) {
  LevelCloud cloud = room_with_back(2.6);
  add_box(cloud, {1, 1, 0}, {1.2, 0.6, 2.0});
  EXPECT_EQ(longest_along(1.6, cloud).reason.because, Because::kUnlikely);
}

/// A room of 5 x 4 x 2.6 m with a wardrobe along its wall y = 4, which shows up to `top` m.
LevelCloud room_with_wardrobes(double top) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {5, 4, 2.6});
  add_surface(cloud, {0, 3.4, 0}, {5, 0, 0}, {0, 0, top});
  std::erase_if(cloud.surfels, [&](const Surfel& surfel) {
    return surfel.mean.y() > 3.41f && surfel.mean.z() < static_cast<float>(top);
  });
  return cloud;
}

TEST(JudgeByCues, WhatEndsBelowACeilingThatShowsMustBeAsLikelyAsWalls) {
  const WallFace front = longest_along(3.4, room_with_wardrobes(2.1));
  EXPECT_EQ(front.reason.because, Because::kEndsBelowCeiling);
  EXPECT_GT(front.reason.numbers[0], front.reason.numbers[1] / 2);
  EXPECT_LT(front.reason.numbers[0], front.reason.numbers[1]);
  EXPECT_EQ(longest_along(3.4, room_with_wardrobes(2.55)).reason.because, Because::kReachesCeiling);
}

TEST(JudgeByCues, WhatHangsBelowTheCeilingIsNoWall) {
  LevelCloud cloud = room_with_back(2.6);
  add_box(cloud, {1, 1.2, 2.0}, {2, 0.3, 0.3});
  EXPECT_EQ(longest_along(1.5, cloud).reason.because, Because::kAboveHeads);
}

TEST(JudgeByCues, AWallMayEndBelowACove) {
  LevelCloud cloud;  // the wall y = 0, of which a recessed door hides most
  add_room(cloud, {0, 0, 0}, {4, 4, 3.2});
  std::erase_if(cloud.surfels, [&](const Surfel& s) {
    const Eigen::Vector3d p = s.mean.cast<double>();
    return p.y() < 0.001 && p.z() > 0.01 && (p.z() > 2.8 || (p.z() < 2.1 && p.x() > 1.4));
  });
  EXPECT_TRUE(wall_along(0, cloud));
}

bool stays(std::vector<WallFace> faces) {
  drop_hanging(yard_with_thin_wall(0.02), faces);
  return faces[1].structural;
}

/// Is what hangs from wall to wall across a room of 2.8 x 4 m, `height` m high, down to `soffit`, a wall's?
bool stays_across(double height, double soffit) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {2.8, 4, height});
  for (const double y : {2.0, 2.1}) add_surface(cloud, {0, y, soffit}, {2.8, 0, 0}, {0, 0, height - soffit});
  return std::ranges::any_of(find_faces(cloud, raster_of(cloud), kSharp), [](const WallFace& face) {
    return face.structural && face.length() < 3 && std::abs(face.middle().y() - 2) < 0.02;
  });
}

TEST(DropHanging, ARibOfAVaultFallsThoughItRestsOnWalls) {
  EXPECT_TRUE(stays_across(3.2, 2.2));
  EXPECT_FALSE(stays_across(3.2, 2.75));
}

TEST(DropHanging, ABeamAcrossALowRoomFalls) {
  EXPECT_TRUE(stays_across(2.5, 2.1)) << "as high as doors";
  EXPECT_FALSE(stays_across(2.5, 2.3));
}

/// The front at the back of the yard, or a bulkhead before it, at `y`: walls at both of its ends, and the
/// lintel between them in two pieces, `gap` m apart.
std::vector<WallFace> lintel_in_pieces(double y, double gap) {
  std::vector<WallFace> faces = {seen_face({5, y}, {4, y}), seen_face({4, y}, {2.5, y}),
                                 seen_face({2.5 - gap, y}, {0.5, y}), seen_face({0.5, y}, {0, y})};
  faces[1].body = faces[1].chest = faces[2].body = faces[2].chest = 0.05;
  return faces;
}

TEST(DropHanging, TheLintelOfAFrontMayShowInPieces) {
  for (const double gap : {0.1, 0.2, 1.2}) EXPECT_TRUE(stays(lintel_in_pieces(4, gap))) << gap;
  EXPECT_FALSE(stays(lintel_in_pieces(4, 1.7)));
}

TEST(DropHanging, PiecesOfABulkheadFall) {
  for (const double gap : {0.2, 1.2}) EXPECT_FALSE(stays(lintel_in_pieces(2, gap))) << gap;
}

TEST(DropHanging, TheLintelOfADoorMayShowInPart) {
  const auto lintel_over = [](double width, double off = 0) {
    std::vector<WallFace> faces = {seen_face({5, 2}, {4, 2}), seen_face({4, 2}, {3.6, 2 + off}),
                                   seen_face({4 - width, 2}, {0, 2})};
    faces[1].body = faces[1].chest = 0.05;
    return faces;
  };
  for (const double width : {0.8, 1.3}) EXPECT_TRUE(stays(lintel_over(width))) << width;
  EXPECT_FALSE(stays(lintel_over(1.5)));
  EXPECT_TRUE(stays(lintel_over(0.8, 0.006)))
      << "so short a piece is less sure of its direction than the wall";
  EXPECT_FALSE(stays(lintel_over(0.8, 0.020)));
}

}  // namespace
}  // namespace storey
