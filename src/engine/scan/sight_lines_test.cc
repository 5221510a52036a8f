#include "engine/scan/sight_lines.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>

namespace storey {
namespace {

const Line2 kPlane{{0, 0}, {1, 0}};  // before it is y > 0

const std::vector<Station> kOne = {{"a", {1, 1, 2}, 0}};

using Numbers = std::vector<std::uint32_t>;

/// Where the sight lines to a surfel at `p` pass the plane; empty if not all do.
std::vector<Crossing> crossings(const std::vector<Station>& stations, const Eigen::Vector3f& p,
                                const Numbers& seen_by = {0}) {
  std::vector<Crossing> all;
  const auto sets = std::make_shared<StationSets>();
  const StationSet set = sets->of(seen_by);
  const SightLines sight_lines(stations, sets);
  const bool pass =
      sight_lines.visit_passing(kPlane, {p, 1, set}, [&](const Crossing& at) { all.push_back(at); });
  return pass ? all : std::vector<Crossing>{};
}

TEST(SightLines, PassThePlaneBetweenStationAndSurfel) {
  const auto at = crossings(kOne, {4, -2, 5});
  ASSERT_EQ(at.size(), 1u);
  EXPECT_NEAR(at[0].s, 2, 1e-12);
  EXPECT_NEAR(at[0].z, 3, 1e-12);
}

TEST(SightLines, GoFromBeforeThePlaneToBehindIt) {
  EXPECT_TRUE(crossings(kOne, {4, 2, 5}).empty());
  EXPECT_TRUE(crossings({{"a", {1, -1, 2}, 0}}, {4, -2, 5}).empty());
  EXPECT_TRUE(crossings({{"a", {1, 0.05f, 2}, 0}}, {4, -2, 5}).empty());  // in the plane
}

TEST(SightLines, AllWhoSawASurfelCount) {
  const std::vector<Station> stations = {
      {"a", {1, 1, 0}, 0}, {"b", {2, -1, 0}, 5}, {"c", {3, 1, 0}, 63}, {"d", {4, 1, 0}, 500}};
  EXPECT_EQ(crossings(stations, {4, -2, 5}, {0}).size(), 1u);
  EXPECT_EQ(crossings(stations, {4, -2, 5}, {0, 63}).size(), 2u);
  EXPECT_EQ(crossings(stations, {4, -2, 5}, {0, 63, 500}).size(), 3u);
  EXPECT_TRUE(crossings(stations, {4, -2, 5}, {0, 5}).empty());
}

TEST(SightLines, WhoIsUnknownMaySeeFromAnywhere) {
  EXPECT_TRUE(crossings(kOne, {4, -2, 5}, {0, 1}).empty());
  EXPECT_TRUE(crossings(kOne, {4, -2, 5}, {}).empty());
}

TEST(SightLines, AreSquareToThePlaneWithoutPoses) {
  const auto at = crossings({}, {4, -2, 5});
  ASSERT_EQ(at.size(), 1u);
  EXPECT_NEAR(at[0].s, 4, 1e-12);
  EXPECT_NEAR(at[0].z, 5, 1e-12);
}

/// May what lies over the square of 1 m about `middle` be seen through the plane from `from` to `to`?
bool may_pass(const std::vector<Station>& stations, const Vec2& middle, const Interval& extent,
              const Numbers& seen_by = {0}) {
  const Eigen::AlignedBox2d plan(middle - Vec2(0.5, 0.5), middle + Vec2(0.5, 0.5));
  return SightLines(stations, std::make_shared<StationSets>()).may_pass(kPlane, extent, plan, seen_by);
}

TEST(SightLines, FromBeforeThePlaneABoxShowsBetweenItsCorners) {
  // From (1, 1), the square from (2.5, -1.5) to (3.5, -0.5) shows from 1.6 to 2.67 m.
  EXPECT_TRUE(may_pass(kOne, {3, -1}, {2.6, 9}));
  EXPECT_FALSE(may_pass(kOne, {3, -1}, {2.7, 9}));
  EXPECT_TRUE(may_pass(kOne, {3, -1}, {0, 1.65}));
  EXPECT_FALSE(may_pass(kOne, {3, -1}, {0, 1.55}));
  EXPECT_FALSE(may_pass(kOne, {3, -1}, {0, 9}, {1}));  // seen by another
  EXPECT_FALSE(may_pass({{"a", {1, -1, 2}, 0}}, {3, -1}, {0, 9}));
}

TEST(SightLines, NothingBeforeThePlaneShowsThroughIt) {
  EXPECT_FALSE(may_pass(kOne, {3, 1}, {-9, 9}));
  EXPECT_TRUE(may_pass(kOne, {3, 0}, {-9, 9}));
}

TEST(SightLines, WithoutPosesABoxShowsSquareToThePlane) {
  EXPECT_TRUE(may_pass({}, {3, -1}, {3.4, 9}));
  EXPECT_FALSE(may_pass({}, {3, -1}, {3.6, 9}));
}

TEST(SightLines, WhatPassesThePlaneIsInABoxThatMay) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> anywhere(-5, 5);
  const auto sets = std::make_shared<StationSets>();
  const StationSet both = sets->of({0, 1});
  for (int round = 0; round < 20'000; ++round) {
    const std::vector<Station> stations = {{"a", {anywhere(random), anywhere(random), 1}, 0},
                                           {"b", {anywhere(random), anywhere(random), 1}, 1}};
    const Surfel surfel{{anywhere(random), anywhere(random), 1}, 1, both};
    const Interval extent{static_cast<double>(anywhere(random)), 5};
    bool passed = false;
    SightLines(stations, sets).visit_passing(kPlane, surfel, [&](const Crossing& at) {
      passed = passed || extent.contains(at.s);
    });
    const Vec2 plan = surfel.mean.head<2>().cast<double>();
    const Vec2 middle =
        plan + 0.099 * Vec2(static_cast<double>(anywhere(random)), static_cast<double>(anywhere(random)));
    ASSERT_TRUE(!passed || may_pass(stations, middle, extent, {0, 1})) << round;
  }
}

TEST(SightLines, AllPassOnlyWhereTheyMay) {
  const auto sets = std::make_shared<StationSets>();
  const Surfel surfel{{4, -2, 5}, 1, sets->of({0})};
  const SightLines sight_lines(kOne, sets);
  EXPECT_TRUE(sight_lines.all_pass(kPlane, surfel, [](const Crossing& at) { return at.s < 2.1; }));
  EXPECT_FALSE(sight_lines.all_pass(kPlane, surfel, [](const Crossing& at) { return at.s < 1.9; }));
}

}  // namespace
}  // namespace storey
