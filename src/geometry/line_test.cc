#include "geometry/line.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace storey {
namespace {

TEST(Line2, OffsetsArePositiveToTheLeft) {
  const Line2 north{{2, 1}, Vec2::UnitY()};
  EXPECT_DOUBLE_EQ(north.offset({1.5, 7}), 0.5);
  EXPECT_DOUBLE_EQ(north.offset({2.5, 7}), -0.5);
  EXPECT_DOUBLE_EQ(north.along({9, 4}), 3);
  EXPECT_EQ(north.normal(), Vec2(-1, 0));
}

TEST(Line2, ReversedKeepsThePlaceAndSwapsTheSides) {
  const Line2 line{{1, 1}, Vec2(0.6, 0.8)};
  const Vec2 p(3, -2);
  EXPECT_DOUBLE_EQ(line.reversed().offset(p), -line.offset(p));
  EXPECT_DOUBLE_EQ(line.reversed().along(p), -line.along(p));
}

TEST(Line2, SpansRunForwardsWhicheverPointComesFirst) {
  const Line2 east{{1, 0}, Vec2::UnitX()};
  const Interval span = span_along(east, {5, 3}, {2, -1});
  EXPECT_DOUBLE_EQ(span.from, 1);
  EXPECT_DOUBLE_EQ(span.to, 4);
  EXPECT_DOUBLE_EQ(shared(span, {3, 9}).length(), 1);
  EXPECT_LT(shared(span, {6, 9}).length(), 0);
}

TEST(Line2, CrossingLinesMeetInOnePoint) {
  const Line2 a{{0, 1}, Vec2(0.8, 0.6)}, b{{5, 0}, Vec2::UnitY()};
  const auto corner = intersect(a, b);
  ASSERT_TRUE(corner);
  EXPECT_NEAR(corner->x(), 5, 1e-12);
  EXPECT_NEAR(corner->y(), 1 + 5 * 0.75, 1e-12);
}

TEST(Line2, TellsHowFarAnotherLineLiesBehindIt) {
  const Line2 east{{0, 0}, Vec2::UnitX()};
  const Line2 askew{{0, -1}, Vec2(0.8, -0.6)};
  EXPECT_NEAR(depth_behind(east, 0, askew), 1, 1e-12);
  EXPECT_NEAR(depth_behind(east, 4, askew.reversed()), 4, 1e-12);
  EXPECT_NEAR(depth_behind(east.reversed(), 0, askew), -1, 1e-12);
  EXPECT_TRUE(std::isinf(depth_behind(east, 4, {{0, 0}, Vec2::UnitY()})));
}

TEST(Line2, TellsHowMuchHoldsBesideAStretchOfIt) {
  const Line2 east{{10, 0}, Vec2::UnitX()};
  const auto to_the_left = [](const Vec2& p) { return p.y() > 0; };
  EXPECT_DOUBLE_EQ(share_beside(east, {0, 2}, 0.5, 1, std::array{0.2, 0.1, -0.3, -0.1}, to_the_left), 0.5);
  const auto far = [](const Vec2& p) { return p.x() > 10.9; };
  EXPECT_DOUBLE_EQ(share_beside(east, {0, 2}, 0.5, 1, std::array{0.0}, far), 0.5);
  EXPECT_DOUBLE_EQ(share_beside(east, {0, 2}, 0.5, -1, std::array{0.1}, to_the_left), 0);
  EXPECT_DOUBLE_EQ(share_beside(east, {2, 2}, 0.5, 1, std::array{0.0}, far), 0);
}

TEST(Line2, LinesTooCloseToParallelDoNotMeet) {
  const Line2 a{{0, 0}, Vec2::UnitX()};
  const auto turned = [](double angle) { return Line2{{0, 1}, Vec2(std::cos(angle), std::sin(angle))}; };
  EXPECT_FALSE(intersect(a, turned(0)));
  EXPECT_FALSE(intersect(a, turned(0.0009)));
  EXPECT_TRUE(intersect(a, turned(0.0011)));
  EXPECT_FALSE(intersect(a, turned(0.0999), 0.1));
}

TEST(Interval, OverlapIsNegativeAcrossAGap) {
  EXPECT_DOUBLE_EQ(overlap({0, 3}, {2, 5}), 1);
  EXPECT_DOUBLE_EQ(overlap({2, 5}, {0, 3}), 1);
  EXPECT_DOUBLE_EQ(overlap({0, 1}, {4, 5}), -3);
  EXPECT_TRUE((Interval{1, 2}.contains(2)));
  EXPECT_FALSE((Interval{1, 2}.contains(2.001)));
}

}  // namespace
}  // namespace storey
