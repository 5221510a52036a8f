#include "engine/faces/lines/square_columns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/test_inputs/stage_test_inputs.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

constexpr double kWidth = 0.01;  // m about a surface within which its hits lie

/// Stands on the floor of a room of 4 x 4 x 2.5 m.
struct Block {
  Vec2 centre{2, 2};
  double width = 0.5, depth = 0.4, top = 2.5;  // m
  double turn = 0;                             // degrees
  int sides = 4;                               // of it that stations see
  bool solid = true;                           // hides floor and ceiling
};

LevelCloud room_with(const Block& block) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {4, 4, 2.5});
  const Vec2 u(std::cos(block.turn * M_PI / 180), std::sin(block.turn * M_PI / 180));
  const Line2 axis{block.centre, u};
  if (block.solid)
    std::erase_if(cloud.surfels, [&](const Surfel& surfel) {
      const Vec2 p = surfel.mean.head<2>().cast<double>();
      return std::abs(axis.along(p)) < block.width / 2 && std::abs(axis.offset(p)) < block.depth / 2;
    });
  const auto corner = [&](double s, double d) {
    return Vec2(axis.at(s * block.width / 2) + d * block.depth / 2 * axis.normal());
  };
  const std::array<Vec2, 4> corners = {corner(1, 1), corner(1, -1), corner(-1, -1), corner(-1, 1)};
  for (int side = 0; side < block.sides; ++side) {
    const Vec2 &from = corners[static_cast<std::size_t>(side)],
               &to = corners[static_cast<std::size_t>(side + 1) % 4];
    add_surface(cloud, {from.x(), from.y(), 0}, {to.x() - from.x(), to.y() - from.y(), 0}, {0, 0, block.top});
  }
  return cloud;
}

std::vector<StandingColumn> columns_of(const LevelCloud& cloud, std::span<const StandingColumn> round = {}) {
  return find_square_columns(raster_of(cloud), round, kWidth);
}

TEST(SquareColumns, HaveTheirPlaceDirectionAndSides) {
  for (const double turn : {0.0, 20.0, 45.0}) {
    const std::vector<StandingColumn> columns = columns_of(room_with({.turn = turn}));
    ASSERT_EQ(columns.size(), 1u) << turn;
    EXPECT_LT((columns[0].centre - Vec2(2, 2)).norm(), 0.005) << turn;
    EXPECT_NEAR(signed_area(columns[0].outline), 0.5 * 0.4, 0.01) << turn;
    EXPECT_EQ(columns[0].sides.size(), 4u);
    const double angle = turn * M_PI / 180;
    EXPECT_TRUE(columns[0].holds(Vec2(2, 2) + 0.255 * Vec2(std::cos(angle), std::sin(angle))));
  }
}

TEST(SquareColumns, LookOutOfThemselves) {
  const std::vector<StandingColumn> columns = columns_of(room_with({}));
  ASSERT_EQ(columns.size(), 1u);
  for (const auto& [from, to] : columns[0].sides)
    EXPECT_GT(left_of(to - from).dot(from - columns[0].centre), 0);
}

TEST(SquareColumns, GoAsFarAsTheirSidesWhereOneIsNotSeen) {
  const std::vector<StandingColumn> columns = columns_of(room_with({.sides = 3}));
  ASSERT_EQ(columns.size(), 1u);
  EXPECT_NEAR(signed_area(columns[0].outline), 0.5 * 0.4, 0.015);
  EXPECT_EQ(columns[0].sides.size(), 3u);
}

TEST(SquareColumns, AreNeitherCornersNorPipesNorRooms) {
  EXPECT_TRUE(columns_of(room_with({.sides = 2})).empty());
  EXPECT_TRUE(columns_of(room_with({.width = 0.08, .depth = 0.08})).empty());
  EXPECT_TRUE(columns_of(room_with({.width = 1.2, .depth = 1.2})).empty());
}

TEST(SquareColumns, HideTheCeiling) {
  EXPECT_TRUE(columns_of(room_with({.top = 2.2, .solid = false})).empty()) << "a wardrobe";
  EXPECT_TRUE(columns_of(room_with({.top = 1.8, .solid = false})).empty()) << "somebody";
}

TEST(SquareColumns, StandApartFromWalls) {
  EXPECT_TRUE(columns_of(room_with({.centre = {2, 0.2}})).empty());
  EXPECT_EQ(columns_of(room_with({.centre = {2, 0.5}, .sides = 4})).size(), 1u);
}

TEST(SquareColumns, AreNotRound) {
  const StandingColumn round = round_column({2, 2}, 0.35, kWidth);
  EXPECT_TRUE(columns_of(room_with({}), std::span(&round, 1)).empty());
}

}  // namespace
}  // namespace storey
