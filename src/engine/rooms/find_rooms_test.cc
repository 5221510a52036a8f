#include "engine/rooms/find_rooms.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

/// A hall of 8 x 8 x 4.6 m with four columns of 0.5 m, 1 m apart, and arches between them, `soffit` m above
/// the floor.
LevelCloud hall_with_columns(double soffit) {
  constexpr double kFrom = 3.0, kWide = 0.5, kApart = 1.0, kHigh = 4.6;
  constexpr double kSecond = kFrom + kWide + kApart;
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {8, 8, kHigh});
  std::erase_if(cloud.surfels, [&](const Surfel& surfel) {
    const Eigen::Vector3d p = surfel.mean.cast<double>();
    const auto in = [](double v, double from) { return v > from && v < from + kWide; };
    const auto across = [](double v) { return v > kFrom && v < kSecond + kWide; };
    const bool x = in(p.x(), kFrom) || in(p.x(), kSecond), y = in(p.y(), kFrom) || in(p.y(), kSecond);
    const bool arch = (x && across(p.y())) || (y && across(p.x()));
    return (x && y) || (arch && p.z() > kHigh - 0.01);
  });
  for (const double a : {kFrom, kSecond}) {
    for (const double b : {kFrom, kSecond}) add_box(cloud, {a, b, 0}, {kWide, kWide, soffit});
    for (const bool along_x : {true, false}) {
      const auto at = [&](double along, double off, double z) {
        return along_x ? Eigen::Vector3d(kFrom + kWide + along, a + off, z)
                       : Eigen::Vector3d(a + off, kFrom + kWide + along, z);
      };
      const Eigen::Vector3d length = at(kApart, 0, 0) - at(0, 0, 0), depth = at(0, kWide, 0) - at(0, 0, 0);
      add_surface(cloud, at(0, 0, soffit), length, depth);
      for (const double off : {0.0, kWide})
        add_surface(cloud, at(0, off, soffit), length, {0, 0, kHigh - soffit});
    }
  }
  return cloud;
}

int rooms_of(const LevelCloud& cloud) {
  const StoreyRaster raster = raster_of(cloud);
  return find_rooms(raster, find_faces(cloud, raster, kSharp)).rooms;
}

TEST(FindRooms, ColumnsUnderHighArchesEncloseNone) {
  EXPECT_EQ(rooms_of(hall_with_columns(4.0)), 1);
  EXPECT_EQ(rooms_of(hall_with_columns(2.2)), 2) << "a booth";
}

TEST(FindRooms, TellHowMuchOfThemWasSeen) {
  for (const float shown : {0.4f, 0.12f}) {  // m of each 0.4 m, in strips
    LevelCloud cloud;
    add_room(cloud, {0, 0, 0}, {4, 4, 2.5});
    std::erase_if(cloud.surfels, [&](const Surfel& surfel) {
      const Eigen::Vector3f& p = surfel.mean;
      return (p.z() < 0.01f || p.z() > 2.49f) && std::fmod(p.x(), 0.4f) > shown;
    });
    const StoreyRaster raster = raster_of(cloud);
    const RoomRaster rooms = find_rooms(raster, find_faces(cloud, raster, kSharp));
    ASSERT_EQ(rooms.rooms, 1) << shown;
    EXPECT_NEAR(rooms.seen.at(1), shown < 0.4f ? 0.35 : 1.0, 0.1);
  }
}

/// Rooms of 4 x 4 m side by side: `closed` ones 2.2 m high, then `open` ones without a ceiling, with walls
/// 2.6 m high.
LevelCloud rooms_in_a_row(int closed, int open) {
  LevelCloud cloud;
  for (int i = 0; i < closed + open; ++i) add_room(cloud, {4.25 * i, 0, 0}, {4, 4, i < closed ? 2.2 : 2.6});
  std::erase_if(cloud.surfels, [](const Surfel& surfel) { return surfel.mean.z() > 2.59f; });
  return cloud;
}

TEST(FindRooms, WallsThatRisePastTheCeilingsOfOthersEncloseAYard) {
  EXPECT_EQ(rooms_of(rooms_in_a_row(2, 1)), 2);
  EXPECT_EQ(rooms_of(rooms_in_a_row(1, 1)), 1);
}

/// Two rooms of 4 x 4 m, of whose ceiling a corner shows or all of it, and `apart` m beside them one without,
/// of which two walls show.
LevelCloud corner_without_ceiling(double apart, double ceilings = 1) {
  LevelCloud cloud;
  for (const double x : {0.0, 4.25, 8.25 + apart}) add_room(cloud, {x, 0, 0}, {4, 4, 2.2});
  std::erase_if(cloud.surfels, [&](const Surfel& surfel) {
    const Eigen::Vector3d p = surfel.mean.cast<double>();
    if (p.x() < 8.25 + apart - 0.01) return p.z() > 2.19 && p.y() > ceilings;
    return p.z() > 0.01 && (p.x() < 8.25 + apart + 0.01 || p.y() < 0.01 || p.z() > 2.19);
  });
  return cloud;
}

TEST(FindRooms, WhereFewCeilingsWereScannedWallsThatTheRoomNextDoorShowsEncloseRooms) {
  EXPECT_EQ(rooms_of(corner_without_ceiling(0.25)), 3);
  EXPECT_EQ(rooms_of(corner_without_ceiling(30)), 2) << "a corner of a yard";
  EXPECT_EQ(rooms_of(corner_without_ceiling(0.25, 4)), 2) << "where they were, a yard has none";
}

TEST(FindRooms, WhereFewCeilingsWereScannedWallsEncloseRooms) {
  EXPECT_GT(rooms_of(rooms_in_a_row(1, 3)), 1) << "not only the one with a ceiling";
  EXPECT_EQ(rooms_of(rooms_in_a_row(0, 2)), 2);
}

}  // namespace
}  // namespace storey
