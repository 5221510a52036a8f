#include "engine/gaps/find_headers.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

/// The structural faces after headers were looked for.
std::vector<WallFace> faces_of(const LevelCloud& cloud) {
  const StoreyRaster raster = raster_of(cloud);
  std::vector<WallFace> faces = find_faces(cloud, raster, kSharp);
  find_headers(cloud, raster, kSharp, 1, faces);
  std::erase_if(faces, [](const WallFace& face) { return !face.structural; });
  return faces;
}

/// A hall of 8 x 6 m, 4 m high, from which a passage of 3 m leads on at its full width. A wall of 0.3 m parts
/// them, with no lintel.
LevelCloud hall_and_passage() {
  LevelCloud cloud;
  const Eigen::Vector3d up(0, 0, 4);
  for (const double z : {0.0, 4.0}) {
    add_surface(cloud, {0, 0, z}, {8, 0, 0}, {0, 6, 0});
    add_surface(cloud, {8, 1.5, z}, {6, 0, 0}, {0, 3, 0});
  }
  add_surface(cloud, {0, 0, 0}, {8, 0, 0}, up);
  add_surface(cloud, {0, 6, 0}, {8, 0, 0}, up);
  add_surface(cloud, {0, 0, 0}, {0, 6, 0}, up);
  add_surface(cloud, {8, 0, 0}, {0, 1.5, 0}, up);
  add_surface(cloud, {8, 4.5, 0}, {0, 1.5, 0}, up);
  add_surface(cloud, {8, 1.5, 0}, {6, 0, 0}, up);
  add_surface(cloud, {8, 4.5, 0}, {6, 0, 0}, up);
  add_surface(cloud, {14, 1.5, 0}, {0, 3, 0}, up);
  return cloud;
}

/// The two faces and the soffit of a beam along y.
void add_beam(LevelCloud& cloud, const Interval& x, const Interval& y, const Interval& z) {
  for (const double side : {x.from, x.to})
    add_surface(cloud, {side, y.from, z.from}, {0, y.length(), 0}, {0, 0, z.length()});
  add_surface(cloud, {x.from, y.from, z.from}, {x.length(), 0, 0}, {0, y.length(), 0});
}

/// How many faces stand across the passage, from y 1.5 to 4.5, at x.
auto across(const std::vector<WallFace>& faces, double x, double looks) {
  return std::count_if(faces.begin(), faces.end(), [&](const WallFace& face) {
    return std::abs(face.line.normal().x() - looks) < 0.01 && std::abs(face.line.offset({x, 3})) < 0.005 &&
           std::abs(face.length() - 3) < 0.05 && face.stands.size() == 1;
  });
}

TEST(FindHeaders, OneBetweenHallAndPassagePartsThem) {
  for (const double degrees : {0.0, 20.0}) {
    LevelCloud cloud = hall_and_passage();
    add_beam(cloud, {8.12, 8.20}, {1.5, 4.5}, {2.5, 3.4});
    rotate(cloud, Eigen::AngleAxisd(degrees * M_PI / 180, Eigen::Vector3d::UnitZ()).toRotationMatrix());
    std::vector<WallFace> faces = faces_of(cloud);
    const Eigen::Rotation2Dd back(-degrees * M_PI / 180);
    for (WallFace& face : faces) face.line = {back * face.line.point, back * face.line.direction};
    EXPECT_EQ(across(faces, 8.12, -1), 1) << degrees;
    EXPECT_EQ(across(faces, 8.20, 1), 1) << degrees;
  }
}

TEST(FindHeaders, OfOneSeenFromOneSideTheOtherIsAssumed) {
  LevelCloud cloud = hall_and_passage();
  add_surface(cloud, {8.12, 1.5, 2.5}, {0, 3, 0}, {0, 0, 0.9});
  add_surface(cloud, {8.0, 1.5, 2.5}, {0.12, 0, 0}, {0, 3, 0});  // the flange that is in sight
  add_surface(cloud, {8.0, 1.5, 3.4}, {0.12, 0, 0}, {0, 3, 0});
  const std::vector<WallFace> faces = faces_of(cloud);
  EXPECT_EQ(across(faces, 8.12, -1), 1);
  const auto assumed =
      std::find_if(faces.begin(), faces.end(), [](const WallFace& face) { return face.coverage <= 0; });
  ASSERT_NE(assumed, faces.end());
  EXPECT_EQ(assumed->reason.because, Because::kAssumedBack);
  EXPECT_NEAR(assumed->line.offset({8.12, 3}), -0.10, 0.005);
}

TEST(FindHeaders, TheOtherFaceOfAWallsLintelIsTheWalls) {
  LevelCloud cloud = hall_and_passage();
  add_beam(cloud, {8.0, 8.12}, {1.5, 4.5}, {2.5, 3.4});
  // Cupboards hide the wall to one side of it, and some of the other.
  std::erase_if(cloud.surfels, [](const Surfel& surfel) {
    const Eigen::Vector3d p = surfel.mean.cast<double>();
    return std::abs(p.x() - 8) < 0.01 && p.z() > 0.01 && p.z() < 1.3 && (p.y() < 1.5 || p.y() > 5.7);
  });
  const std::vector<WallFace> faces = faces_of(cloud);
  EXPECT_EQ(across(faces, 8.12, 1), 1);
  EXPECT_TRUE(std::ranges::all_of(faces, [](const WallFace& face) { return face.coverage > 0; }));
}

/// How much the faces at both sides of a header say, of which one shows in each `nth` row alone.
std::pair<double, double> strengths_of_header(int nth) {
  LevelCloud cloud = hall_and_passage();
  add_beam(cloud, {8.12, 8.20}, {1.5, 4.5}, {2.5, 3.4});
  std::erase_if(cloud.surfels, [&](const Surfel& surfel) {
    return std::abs(surfel.mean.x() - 8.12f) < 0.01f && surfel.mean.z() > 2.6f &&
           static_cast<int>(surfel.mean.z() / 0.05f) % nth != 0;
  });
  std::pair<double, double> found;
  for (const WallFace& face : faces_of(cloud)) {
    if (!face.header) continue;
    (std::abs(face.line.offset({8.12, 3})) < 0.01 ? found.first : found.second) = face.strength;
  }
  return found;
}

TEST(FindHeaders, SayAsMuchAsShowsOfThemWhereTheyHang) {
  EXPECT_EQ(strengths_of_header(1), (std::pair<double, double>{1, 1})) << "which is at few heights of all";
  const auto [thin, full] = strengths_of_header(2);
  EXPECT_EQ(full, 1);
  EXPECT_LT(thin, 0.9);
}

TEST(FindHeaders, TheWallThatAHeaderRestsOnIsJudgedForItsSide) {
  const LevelCloud cloud = [] {
    LevelCloud made = hall_and_passage();
    add_beam(made, {8.12, 8.20}, {1.5, 4.5}, {2.5, 3.4});
    return made;
  }();
  const StoreyRaster raster = raster_of(cloud);
  std::vector<WallFace> faces = find_faces(cloud, raster, kSharp);
  for (WallFace& face : faces)  // a wall of the passage that was taken for furniture, seen from behind
    if (std::abs(face.line.offset({10, 4.5})) < 0.01 && face.length() > 4) {
      face = flipped(face);
      face.structural = false;
      face.strength = 0.1;
      std::swap(face.free_left, face.free_right);
      face.free_left = face.free_right = 0.5;
    }
  find_headers(cloud, raster, kSharp, 1, faces);
  int found = 0;
  for (const WallFace& face : faces)
    if (std::abs(face.line.offset({10, 4.5})) < 0.01 && face.length() > 4) {
      ++found;
      EXPECT_TRUE(face.structural);
      EXPECT_LT(face.line.normal().y(), -0.99);
      EXPECT_EQ(face.strength, 1);
    }
  EXPECT_EQ(found, 1);
}

TEST(FindHeaders, AWallGoesOnOverSeveralOpenings) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {12, 6, 4});
  add_beam(cloud, {8, 8.12}, {0, 6}, {2.5, 3.4});
  add_box(cloud, {8, 2.7, 0}, {0.12, 0.6, 4});  // the pier between two of them
  const std::vector<WallFace> faces = faces_of(cloud);
  for (const auto& [x, looks] : {std::pair{8.0, -1.0}, std::pair{8.12, 1.0}})
    for (const double y : {1.35, 4.65})
      EXPECT_EQ(std::ranges::count_if(faces,
                                      [&](const WallFace& face) {
                                        return face.header &&
                                               std::abs(face.line.normal().x() - looks) < 0.01 &&
                                               (face.middle() - Vec2(x, y)).norm() < 0.02 &&
                                               std::abs(face.length() - 2.7) < 0.05;
                                      }),
                1)
          << x << ", " << y;
}

TEST(FindHeaders, ABeamAcrossARoomPartsNothing) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {8, 3, 4});
  add_beam(cloud, {4, 4.08}, {0, 3}, {2.5, 3.4});
  EXPECT_EQ(faces_of(cloud).size(), 4u);
}

TEST(FindHeaders, NorDoesOneHighUnderTheCeiling) {
  LevelCloud cloud = hall_and_passage();
  add_beam(cloud, {8.12, 8.20}, {1.5, 4.5}, {3.2, 3.6});
  EXPECT_EQ(across(faces_of(cloud), 8.12, -1), 0);
}

TEST(FindHeaders, NorOneThatEndsBeforeTheWall) {
  LevelCloud cloud = hall_and_passage();
  add_beam(cloud, {8.12, 8.20}, {1.5, 2.5}, {2.5, 3.4});
  EXPECT_EQ(across(faces_of(cloud), 8.12, -1), 0);
}

TEST(FindHeaders, NorOneThatRestsOnAColumn) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {8, 6, 4});
  add_box(cloud, {3.8, 3, 0}, {0.4, 0.4, 4});
  add_beam(cloud, {3.96, 4.04}, {0, 3}, {2.5, 3.4});
  EXPECT_EQ(across(faces_of(cloud), 3.96, -1), 0);
}

}  // namespace
}  // namespace storey
