#include "engine/faces/lines/round_columns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

constexpr double kWidth = 0.01;  // m about a surface within which its hits lie

struct Cylinder {
  Vec2 centre;
  double radius, top;    // m
  double degrees = 360;  // of it that a station sees
};

/// What shows of a cylinder that stands among others.
void add_cylinder(LevelCloud& cloud, const Cylinder& cylinder, const std::vector<Cylinder>& others) {
  constexpr double kSpacing = 0.013;  // m
  const double seen = cylinder.degrees * M_PI / 180;
  const int around = static_cast<int>(std::ceil(seen * cylinder.radius / kSpacing));
  for (int i = 0; i < around; ++i) {
    const double angle = seen * (i + 0.5) / around;
    const Vec2 p = cylinder.centre + cylinder.radius * Vec2(std::cos(angle), std::sin(angle));
    if (std::ranges::any_of(
            others, [&](const Cylinder& other) { return (p - other.centre).norm() < other.radius - 1e-9; }))
      continue;
    for (double z = kSpacing / 2; z < cylinder.top; z += kSpacing)
      cloud.surfels.push_back({Eigen::Vector3d(p.x(), p.y(), z).cast<float>(), 1, 1});
  }
}

/// A room of 4 x 4 x 2.5 m, but for what cylinders hide of its floor and ceiling.
LevelCloud room_around(const std::vector<Cylinder>& cylinders) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {4, 4, 2.5});
  std::erase_if(cloud.surfels, [&](const Surfel& surfel) {
    const Vec2 p = surfel.mean.head<2>().cast<double>();
    return std::ranges::any_of(
        cylinders, [&](const Cylinder& cylinder) { return (p - cylinder.centre).norm() < cylinder.radius; });
  });
  return cloud;
}

std::vector<StandingColumn> columns_of(const std::vector<Cylinder>& cylinders, int threads = 1) {
  LevelCloud cloud = room_around(cylinders);
  for (const Cylinder& cylinder : cylinders) add_cylinder(cloud, cylinder, cylinders);
  return find_round_columns(raster_of(cloud), kWidth, threads);
}

TEST(RoundColumns, HaveTheirPlaceAndRadius) {
  for (const double radius : {0.11, 0.17, 0.3, 0.55}) {
    const std::vector<StandingColumn> columns = columns_of({{{2.003, 1.507}, radius, 2.5}});
    ASSERT_EQ(columns.size(), 1u) << radius;
    EXPECT_LT((columns[0].centre - Vec2(2.003, 1.507)).norm(), 0.003);
    EXPECT_NEAR(columns[0].radius, radius, 0.003);
    EXPECT_TRUE(columns[0].holds(Vec2(2.003, 1.507) + Vec2(radius, 0)));
  }
}

TEST(RoundColumns, HideTheFloor) {
  const Cylinder cylinder{{2, 1.5}, 0.2, 2.5};
  LevelCloud cloud = room_around({});
  add_cylinder(cloud, cylinder, {});
  EXPECT_TRUE(find_round_columns(raster_of(cloud), kWidth, 1).empty()) << "the sides of a niche touch it";
}

TEST(RoundColumns, AreNeitherPipesNorRoundRooms) {
  EXPECT_TRUE(columns_of({{{2, 1.5}, 0.06, 2.5}}).empty());
  EXPECT_TRUE(columns_of({{{2, 1.5}, 0.75, 2.5}}).empty());
}

TEST(RoundColumns, ShowMoreThanAThirdOfTheirOutline) {
  EXPECT_EQ(columns_of({{{2, 1.5}, 0.2, 2.5, 180}}).size(), 1u);
  EXPECT_TRUE(columns_of({{{2, 1.5}, 0.2, 2.5, 110}}).empty());
}

TEST(RoundColumns, AreHigherThanPeople) {
  EXPECT_EQ(columns_of({{{2, 1.5}, 0.2, 2.1}}).size(), 1u);
  EXPECT_TRUE(columns_of({{{2, 1.5}, 0.2, 1.75}}).empty());
}

TEST(RoundColumns, AreNotSquare) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {4, 4, 2.5});
  add_box(cloud, {1.5, 1.5, 0}, {0.3, 0.3, 2.5});
  add_box(cloud, {3, 1, 0}, {0.6, 0.25, 2.5});
  EXPECT_TRUE(find_round_columns(raster_of(cloud), kWidth, 1).empty());
}

TEST(RoundColumns, MayTouchEachOtherAndWalls) {
  EXPECT_EQ(columns_of({{{2, 1.5}, 0.17, 2.5}, {{2.2, 1.6}, 0.17, 2.5}}).size(), 2u);
  EXPECT_EQ(columns_of({{{2, 0.1}, 0.17, 2.5, 180}}).size(), 1u);
}

TEST(RoundColumns, AreTheSameWithAnyNumberOfThreads) {
  const std::vector<Cylinder> cylinders = {
      {{0.7, 0.9}, 0.17, 2.5}, {{3.1, 0.8}, 0.25, 2.5}, {{2, 3}, 0.2, 2.5}};
  const std::vector<StandingColumn> one = columns_of(cylinders, 1), four = columns_of(cylinders, 4);
  ASSERT_EQ(one.size(), 3u);
  ASSERT_EQ(four.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(one[i].centre, four[i].centre);
    EXPECT_EQ(one[i].radius, four[i].radius);
  }
}

}  // namespace
}  // namespace storey
