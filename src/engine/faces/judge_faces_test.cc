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

/// What shows on y = 4 over `length` m from x = 4 on.
WallFace face_at_back(const StoreyRaster& raster, double length = 3) {
  WallFace face;
  face.line = {{4, 4}, {-1, 0}};
  face.extent = {0, length};
  describe(raster, {0.01, 0.01, 0.002}, face);
  return face;
}

bool judged_wall(const StoreyRaster& raster, const WallFace& face) {
  return is_of_wall(judge_alone(raster, face).because);
}

/// The wall at its back, `free` on the side away from it; what is more than 4 m of its length does not stand.
WallFace wall_at_back(const StoreyRaster& raster, double free, double length = 3) {
  WallFace face = face_at_back(raster, length);
  face.top_contact = 0;
  face.free_left = face.coverage;
  face.free_right = free * face.coverage;
  return face;
}

TEST(IsStructural, AThinlyScannedWallWithoutCeilingIs) {
  for (const double apart : {0.02, 0.03, 0.04, 0.06, 0.08}) {
    const StoreyRaster raster = yard_with_thin_wall(apart);
    EXPECT_TRUE(judged_wall(raster, wall_at_back(raster, 0))) << apart;
  }
}

TEST(IsStructural, WhatHasFloorOnBothSidesIsNot) {
  for (const double apart : {0.02, 0.03, 0.04}) {
    const StoreyRaster raster = yard_with_thin_wall(apart);
    EXPECT_TRUE(judged_wall(raster, wall_at_back(raster, 0.4))) << apart;
    const Reason free = judge_alone(raster, wall_at_back(raster, 0.6));
    EXPECT_EQ(free.because, Because::kStandsFree) << apart;
    EXPECT_GT(free.numbers[0], 0.5) << apart;
  }
}

TEST(IsStructural, HeightAndContactNearlyEnoughEachAreEnoughTogether) {
  const StoreyRaster raster = yard_with_thin_wall(0.02);
  const auto is_wall = [&](double tall, double contact) {
    WallFace face = wall_at_back(raster, 0, 4 / tall);
    face.top_contact = contact;
    const Reason reason = judge_alone(raster, face);
    EXPECT_EQ(reason.numbers[2] > 1, reason.because == Because::kTallEnough) << tall << " " << contact;
    return judged_wall(raster, face);
  };
  EXPECT_TRUE(is_wall(0.6, 0));
  EXPECT_TRUE(is_wall(0.2, 0.41));
  EXPECT_FALSE(is_wall(0.45, 0));
  EXPECT_TRUE(is_wall(0.45, 0.35));
  EXPECT_FALSE(is_wall(0.28, 0.22));  // the flank of a flight of stairs
}

/// Surfels on z = `z`, `apart` m from each other over 5 m of x and from `from` to `to` in y.
void add_thinly(LevelCloud& cloud, double z, double apart, double from, double to) {
  for (double x = apart / 2; x < 5; x += apart)
    for (double y = from + apart / 2; y < to; y += apart)
      cloud.surfels.push_back({Eigen::Vector3d(x, y, z).cast<float>(), 1, 1});
}

/// A room of 5 x 4 m, 2.6 m high, whose back shows up to `top` m; the ceiling over the back half does not.
LevelCloud room_with_front(double top) {
  LevelCloud cloud;
  add_surface(cloud, {0, 0, 0}, {5, 0, 0}, {0, 4, 0});
  add_surface(cloud, {0, 0, 2.6}, {5, 0, 0}, {0, 2, 0});
  for (const double x : {0.0, 5.0}) add_surface(cloud, {x, 0, 0}, {0, 4, 0}, {0, 0, 2.6});
  add_surface(cloud, {0, 4, 0}, {5, 0, 0}, {0, 0, top});
  return cloud;
}

bool back_is_wall(const LevelCloud& cloud) {
  const StoreyRaster raster = raster_of(cloud);
  return judged_wall(raster, face_at_back(raster));
}

TEST(IsStructural, WhatEndsBelowACeilingThatShowsIsAWardrobe) {
  LevelCloud nothing_above = room_with_front(2.1), above = nothing_above, strays = above,
             high = room_with_front(2.6);
  add_thinly(above, 2.6, 0.08, 2, 4);
  add_thinly(strays, 2.6, 0.16, 2, 4);
  add_thinly(high, 2.6, 0.08, 2, 4);
  EXPECT_FALSE(back_is_wall(above));
  EXPECT_TRUE(back_is_wall(nothing_above));
  EXPECT_TRUE(back_is_wall(strays));
  EXPECT_TRUE(back_is_wall(high));
}

TEST(IsStructural, AWallMayEndBelowACove) {
  const auto ends_at = [](double top) {  // the wall y = 0, of which a recessed door hides most
    LevelCloud cloud;
    add_room(cloud, {0, 0, 0}, {4, 4, 3.2});
    std::erase_if(cloud.surfels, [&](const Surfel& s) {
      const Eigen::Vector3d p = s.mean.cast<double>();
      return p.y() < 0.001 && p.z() > 0.01 && (p.z() > top || (p.z() < 2.1 && p.x() > 1.4));
    });
    return wall_along(0, cloud);
  };
  EXPECT_TRUE(ends_at(2.8));
  EXPECT_FALSE(ends_at(2.5)) << "as a cupboard does";
}

TEST(IsStructural, TheCeilingOverABenchInLineWithAWallTellsNothingOfTheWall) {
  LevelCloud cloud;
  add_surface(cloud, {0, 0, 0}, {5, 0, 0}, {0, 4, 0});
  add_surface(cloud, {0, 0, 2.6}, {5, 0, 0}, {0, 2, 0});
  for (const double x : {0.0, 5.0}) add_surface(cloud, {x, 0, 0}, {0, 4, 0}, {0, 0, 2.6});
  add_surface(cloud, {0, 4, 0}, {2, 0, 0}, {0, 0, 0.5});
  add_surface(cloud, {2, 4, 0}, {3, 0, 0}, {0, 0, 1.6});
  LevelCloud over_bench = cloud, over_wall = cloud;
  add_surface(over_bench, {0, 2, 2.6}, {2, 0, 0}, {0, 2, 0});
  add_surface(over_wall, {2, 2, 2.6}, {3, 0, 0}, {0, 2, 0});
  EXPECT_TRUE(back_is_wall(over_bench));
  EXPECT_FALSE(back_is_wall(over_wall));
}

/// Pipes and ducts, 0.25 to 0.65 m below a ceiling at 2.6 m, before the back, `depth` m of what is looked at.
void add_pipes(LevelCloud& cloud, double depth) {
  constexpr double kApart = 0.03;  // m
  int hit = 0;
  for (double x = kApart / 2; x < 5; x += kApart)
    for (double y = 3.94 - depth; y < 3.94; y += kApart)
      cloud.surfels.push_back({Eigen::Vector3d(x, y, 1.95 + 0.04 * (++hit * 7 % 11)).cast<float>(), 1, 1});
}

TEST(IsStructural, WhatHangsBeforeAWallHidesItsTop) {
  LevelCloud cloud = room_with_front(1.9);
  add_surface(cloud, {0, 2, 2.6}, {5, 0, 0}, {0, 2, 0});
  EXPECT_FALSE(back_is_wall(cloud));
  LevelCloud narrow = cloud, wide = cloud;
  add_pipes(narrow, 0.12);
  add_pipes(wide, 0.24);
  EXPECT_FALSE(back_is_wall(narrow));
  EXPECT_TRUE(back_is_wall(wide));
}

/// A wall of 5 m seen from one side, and what shows of its other side: the lintel over a door.
std::vector<WallFace> wall_with_lintel(double length = 5, double thickness = 0.12) {
  std::vector<WallFace> faces = {seen_face({0, 0}, {length, 0}), seen_face({3, -thickness}, {2, -thickness})};
  faces[1].body = faces[1].chest = 0.05;
  return faces;
}

bool stays(std::vector<WallFace> faces) {
  drop_hanging(yard_with_thin_wall(0.02), faces);
  return faces[1].structural;
}

TEST(DropHanging, TheLintelOfAWallStaysWhateverHidesTheWallBesideIt) {
  EXPECT_TRUE(stays(wall_with_lintel()));
  std::vector<WallFace> faces = wall_with_lintel();
  drop_hanging(yard_with_thin_wall(0.02), faces);
  EXPECT_EQ(faces[1].reason.because, Because::kHangsOnWall);
}

TEST(DropHanging, WhatTheWallDoesNotGoOnBesideFalls) { EXPECT_FALSE(stays(wall_with_lintel(2.9))); }

TEST(DropHanging, WhatIsFartherThanWallsAreThickFalls) {
  EXPECT_TRUE(stays(wall_with_lintel(5, 0.78)));
  EXPECT_FALSE(stays(wall_with_lintel(5, 0.82)));
}

TEST(DropHanging, WhatHangsBeforeAnotherFaceOfTheWallFalls) {
  std::vector<WallFace> faces = wall_with_lintel(5, 0.5);
  faces.push_back(seen_face({5, -0.12}, {0, -0.12}));
  EXPECT_FALSE(stays(faces));
}

TEST(DropHanging, ARibOfAVaultFallsThoughItRestsOnWalls) {
  const auto stays_up = [](double soffit) {
    LevelCloud cloud;
    add_room(cloud, {0, 0, 0}, {2.8, 4, 3.2});
    for (const double y : {2.0, 2.1}) add_surface(cloud, {0, y, soffit}, {2.8, 0, 0}, {0, 0, 3.2 - soffit});
    return std::ranges::any_of(find_faces(cloud, raster_of(cloud), kSharp), [](const WallFace& face) {
      return face.structural && face.length() < 3 && std::abs(face.middle().y() - 2) < 0.02;
    });
  };
  EXPECT_TRUE(stays_up(2.2));
  EXPECT_FALSE(stays_up(2.75));
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
