#include "engine/faces/standing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

const Line2 kFace{{0, 0}, {1, 0}};  // of the wall y = 0, which looks into the room above it

/// A room of 6 x 4 x 2.6 m. Of a window 1.6 m wide in its wall y = 0 nothing shows but what is below `sill`
/// m, less `hidden` m in every 0.4 m.
LevelCloud room_with_window(double sill, double hidden = 0) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {6, 4, 2.6});
  std::erase_if(cloud.surfels, [&](const Surfel& s) {
    const Eigen::Vector3d p = s.mean.cast<double>();
    return p.y() < 0.001 && p.z() > 0.01 && p.x() > 2 && p.x() < 3.6 &&
           (p.z() > sill || std::fmod(p.x(), 0.4) < hidden);
  });
  return cloud;
}

/// Does the wall y = 0 stand from one end to the other?
bool stands(const LevelCloud& cloud) {
  const std::vector<WallFace> faces = find_faces(cloud, raster_of(cloud), kSharp);
  const auto wall = std::ranges::find_if(faces, [](const WallFace& face) {
    return face.structural && face.line.direction.x() > 0.999 && std::abs(face.middle().y()) < 0.01;
  });
  return wall != faces.end() && wall->length() > 5.9 && wall->stands.size() == 1;
}

TEST(Standing, AParapetStandsWhateverIsAboveIt) {
  EXPECT_TRUE(stands(room_with_window(0.9)));
  EXPECT_TRUE(stands(room_with_window(0.5)));
  EXPECT_FALSE(stands(room_with_window(0.36))) << "a step before a front of windows";
}

TEST(Standing, FurnitureHidesSomeOfAParapet) {
  EXPECT_TRUE(stands(room_with_window(0.9, 0.08)));
  EXPECT_FALSE(stands(room_with_window(0.9, 0.16)));
}

TEST(Standing, AWallOfHalfTheHeightPartsNoRooms) {
  const auto with_room_from = [](double y) {
    LevelCloud cloud = room_with_window(0.9);
    add_room(cloud, {0, y - 4, 0}, {6, 4, 2.6});
    return cloud;
  };
  EXPECT_FALSE(stands(with_room_from(-0.1)));
  EXPECT_FALSE(stands(with_room_from(-1.1)));
  EXPECT_TRUE(stands(with_room_from(-1.25))) << "across the street";
}

/// Two halves of a room of 6 x 8 x 3.2 m: between them a wall up to x = 2.5, and from there on what hangs
/// below the ceiling in line with it, down to `soffit` m.
LevelCloud rooms_below_beam(double soffit) {
  LevelCloud cloud;
  for (const double y : {0.0, -4.1}) add_room(cloud, {0, y, 0}, {6, 4, 3.2});
  std::erase_if(cloud.surfels, [&](const Surfel& s) {
    const Eigen::Vector3d p = s.mean.cast<double>();
    return p.y() < 0.001 && p.y() > -0.101 && p.z() > 0.01 && p.x() > 2.5 && p.z() < soffit;
  });
  for (const double z : {0.0, soffit}) add_surface(cloud, {2.5, -0.1, z}, {3.5, 0, 0}, {0, 0.1, 0});
  add_surface(cloud, {2.5, -0.1, 0}, {0, 0.1, 0}, {0, 0, soffit});
  return cloud;
}

TEST(Standing, ABeamInLineWithAWallIsNone) {
  const auto stands_below = [](double soffit) {
    const LevelCloud cloud = rooms_below_beam(soffit);
    const std::vector<WallFace> faces = find_faces(cloud, raster_of(cloud), kSharp);
    const auto wall = std::ranges::find_if(faces, [](const WallFace& face) {
      return face.structural && face.line.direction.x() > 0.999 && std::abs(face.middle().y()) < 0.01;
    });
    EXPECT_NE(wall, faces.end());
    return wall != faces.end() && std::ranges::any_of(wall->stands, [&](const Interval& stretch) {
             return stretch.contains(wall->line.along({4, 0}) - wall->extent.from);
           });
  };
  EXPECT_FALSE(stands_below(2.9));
  EXPECT_TRUE(stands_below(2.2)) << "the lintel of a wide passage";
}

/// The wall y = 0 of a room 3 m wide, in line with a leaf `high` m that stands open in the corridor beyond:
/// how far it stands, m along x.
double end_beside_leaf(double high) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {3, 4, 2.6});
  add_room(cloud, {3.1, -4, 0}, {1.6, 8, 2.6});
  for (const double y : {0.0, -0.04}) add_surface(cloud, {3.12, y, 0}, {0.9, 0, 0}, {0, 0, high});
  std::vector<WallFace> faces = find_faces(cloud, raster_of(cloud), kSharp);
  std::erase_if(faces, [](const WallFace& face) {
    return std::abs(face.line.direction.x()) < 0.999 || std::abs(face.middle().y()) > 0.02;
  });
  double end = 0;
  for (const WallFace& face : faces)
    for (const Interval& stretch : face.stands)
      for (const double s : {stretch.from, stretch.to})
        end = std::max(end, face.line.at(face.extent.from + s).x());
  return end;
}

TEST(Standing, ALeafInLineWithAWallIsNone) {
  EXPECT_NEAR(end_beside_leaf(2.05), 3, 0.1);
  EXPECT_NEAR(end_beside_leaf(2.6), 4, 0.1) << "the wall's own end";
}

/// A room of 4 x 4 x 2.6 m with something 0.9 m wide and 0.3 m deep in its wall y = 0, as high as `top` m.
StoreyRaster with_niche(double top) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {4, 4, 2.6});
  add_surface(cloud, {2, -0.3, top}, {0.9, 0, 0}, {0, 0.3, 0});
  return raster_of(cloud);
}

TEST(OpenBehind, ANicheIsUpToTheCeiling) {
  EXPECT_TRUE(open_behind(with_niche(2.6), kFace, 2, 2.9));
  EXPECT_TRUE(open_behind(with_niche(2.5), kFace, 2, 2.9)) << "ceilings are not level";
}

TEST(OpenBehind, ALintelHangsInADoor) { EXPECT_FALSE(open_behind(with_niche(2.1), kFace, 2, 2.9)); }

}  // namespace
}  // namespace storey
