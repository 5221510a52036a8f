#include "engine/faces/face_sides.h"

#include <gtest/gtest.h>

#include <memory>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

/// Both faces of a wall of 50 mm between two rooms, and the rooms' floors and ceilings.
struct ThinWall {
  LevelCloud cloud;
  StoreyRaster raster;
  WallFace near_face = seen_face({0, 0}, {4, 0});         // of the room at y > 0
  WallFace far_face = seen_face({0, -0.05}, {4, -0.05});  // of the room at y < -0.05, the wrong way about

  ThinWall() {
    add_room(cloud, {0, 0, 0}, {4, 3, 2.5});
    add_room(cloud, {0, -2.05, 0}, {4, 2, 2.5});
    raster = raster_of(cloud);
    near_face.free_left = far_face.free_left = 0.9;
    near_face.free_right = far_face.free_right = 0.8;
  }
  /// The room at y > 0 was seen by one station, the other room by another.
  void add_stations() {
    cloud.station_sets = sets_of_two();
    cloud.stations = {{"a", {2, 1.5f, 1.5f}, 0}, {"b", {2, -1, 1.5f}, 1}};
    for (Surfel& surfel : cloud.surfels) surfel.stations = surfel.mean.y() > -0.02f ? 1 : 2;
  }
  std::vector<WallFace> turned() const {
    std::vector<WallFace> faces = {near_face, far_face};
    turn_to_free_side(cloud, raster, 0.010, 2, faces);
    return faces;
  }
};

TEST(FaceSides, OfAThinWallTheFloorTells) {
  const std::vector<WallFace> faces = ThinWall().turned();
  EXPECT_GT(faces[0].line.direction.x(), 0);
  EXPECT_LT(faces[1].line.direction.x(), 0);
}

TEST(FaceSides, StationsTellWhereNoFloorDoes) {
  ThinWall wall;
  wall.add_stations();
  std::erase_if(wall.cloud.surfels, [](const Surfel& s) { return s.mean.z() < 0.1f || s.mean.z() > 2.4f; });
  const std::vector<WallFace> faces = wall.turned();
  EXPECT_GT(faces[0].line.direction.x(), 0);
  EXPECT_LT(faces[1].line.direction.x(), 0);
}

TEST(FaceSides, StationsTellHoweverManyThereAre) {
  ThinWall wall;
  const auto sets = std::make_shared<StationSets>();
  const StationSet one = sets->single(70), other = sets->single(70 + 64);
  wall.cloud.station_sets = sets;
  wall.cloud.stations = {{"a", {2, 1.5f, 1.5f}, 70}, {"b", {2, -1, 1.5f}, 70 + 64}};
  for (Surfel& surfel : wall.cloud.surfels) surfel.stations = surfel.mean.y() > -0.02f ? one : other;
  std::erase_if(wall.cloud.surfels, [](const Surfel& s) { return s.mean.z() < 0.1f || s.mean.z() > 2.4f; });
  const std::vector<WallFace> faces = wall.turned();
  EXPECT_GT(faces[0].line.direction.x(), 0);
  EXPECT_LT(faces[1].line.direction.x(), 0);
}

TEST(FaceSides, StationsTellWhereLittleFloorShows) {
  ThinWall wall;
  wall.add_stations();
  std::erase_if(wall.cloud.surfels, [](const Surfel& s) { return s.mean.z() < 0.1f || s.mean.z() > 2.4f; });
  wall.far_face.free_left = 0.12;
  wall.far_face.free_right = 0.05;
  EXPECT_LT(wall.turned()[1].line.direction.x(), 0) << "of a thin scan, in which the face looks sure";
  wall.far_face.free_left = 0.40;
  EXPECT_GT(wall.turned()[1].line.direction.x(), 0);
}

TEST(FaceSides, WhatSeemsSureIsTurnedIfStationsAndFloorSaySo) {
  ThinWall wall;
  wall.add_stations();
  wall.far_face.free_right = 0.1;
  EXPECT_LT(wall.turned()[1].line.direction.x(), 0);
  std::erase_if(wall.cloud.surfels, [](const Surfel& s) { return s.mean.z() < 0.1f || s.mean.z() > 2.4f; });
  EXPECT_GT(wall.turned()[1].line.direction.x(), 0) << "as of a leaf, below which one sees the floor";
}

TEST(FaceSides, WhereGoodsHideFloorAndCeilingTheyTell) {
  LevelCloud cloud;
  add_room(cloud, {-3, -3, 0}, {6, 6, 2.5});
  std::erase_if(cloud.surfels, [](const Surfel& s) {  // a pier with goods beside it, up to the ceiling
    return s.mean.x() > -0.3f && s.mean.x() < 0.5f && s.mean.y() > -0.1f && s.mean.y() < 0.5f;
  });
  add_surface(cloud, {0, 0, 0}, {0, 0.4, 0}, {0, 0, 2.5});
  add_surface(cloud, {0, 0.05, 0.8}, {0.4, 0, 0}, {0, 0.35, 0});
  for (const double side : {1.0, -1.0}) {
    std::vector<WallFace> faces = {side > 0 ? seen_face({0, 0}, {0, 0.4}) : seen_face({0, 0.4}, {0, 0})};
    faces[0].free_left = 0;
    turn_to_free_side(cloud, raster_of(cloud), 0.010, 2, faces);
    EXPECT_GT(faces[0].line.normal().x(), 0.99) << "goods are on that side";
    faces[0].free_left = 0.1;
    faces[0] = flipped(faces[0]);
    turn_to_free_side(cloud, raster_of(cloud), 0.010, 2, faces);
    EXPECT_LT(faces[0].line.normal().x(), -0.99) << "a little floor says more than goods";
  }
}

TEST(FaceSides, AStationInThePlaneTellsNothing) {
  ThinWall wall;
  wall.add_stations();
  std::erase_if(wall.cloud.surfels, [](const Surfel& s) { return s.mean.z() < 0.1f || s.mean.z() > 2.4f; });
  wall.cloud.stations[1].position.y() = -0.15f;
  EXPECT_GT(wall.turned()[1].line.direction.x(), 0);
}

TEST(FaceSides, WhatIsSureOrNoWallStays) {
  for (const int kind : {0, 1, 2}) {
    ThinWall wall;
    if (kind == 0) wall.far_face.free_right = 0.5;
    if (kind == 1) {
      wall.far_face.judge(Because::kClutter);
    }
    if (kind == 2) wall.far_face.glass = true;
    EXPECT_GT(wall.turned()[1].line.direction.x(), 0) << kind;
  }
}

TEST(FaceSides, WhatIsNotJudgedYetIsTurned) {
  ThinWall wall;
  wall.far_face.judge({});
  EXPECT_LT(wall.turned()[1].line.direction.x(), 0);
}

/// Where the face of a wall at y = 0 looks (1: to y > 0), before which things hide floor and ceiling, and all
/// that shows close by are `strays` of 20 mm at its back. Of the floor beyond these things, `seen` m along
/// the wall show, and behind it the floor of another room, `behind` m along.
double looks_to(int strays, double seen, double behind) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {4, 3, 2.5});
  std::erase_if(cloud.surfels, [](const Surfel& s) { return s.mean.y() > 0.001f && s.mean.y() < 1.1f; });
  add_surface(cloud, {0, 0.4, 0}, {seen, 0, 0}, {0, 0.7, 0});
  if (behind > 0) add_surface(cloud, {0, -1.4, 0}, {behind, 0, 0}, {0, 1, 0});
  for (int i = 0; i < strays; ++i) add_surface(cloud, {0.2 + 0.1 * i, -0.035, 0}, {0.01, 0, 0}, {0, 0.02, 0});
  std::vector<WallFace> faces = {seen_face({0, 0}, {4, 0})};
  faces[0].free_left = 0.02;
  faces[0].free_right = 0.04;
  turn_to_free_side(cloud, raster_of(cloud), 0.010, 2, faces);
  return faces[0].line.normal().y();
}

TEST(FaceSides, WhereLittleShowsCloseByTheFloorFartherOffTells) {
  EXPECT_GT(looks_to(8, 4, 0), 0.99);
  EXPECT_GT(looks_to(8, 1.4, 0), 0.99);
  EXPECT_GT(looks_to(8, 4, 0.8), 0.99) << "seen through a door";
  EXPECT_LT(looks_to(8, 1.0, 0), -0.99) << "too little";
  EXPECT_LT(looks_to(8, 4, 1.4), -0.99) << "rooms on both sides";
  EXPECT_LT(looks_to(24, 4, 0), -0.99) << "what shows close by is no noise";
}

}  // namespace
}  // namespace storey
