#include "engine/stages/sight_lines.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

const Line2 kPlane{{0, 0}, {1, 0}};  // before it is y > 0

const std::vector<Station> kOne = {{"a", {1, 1, 2}, 0}};

/// Where the sight lines to a surfel at `p` pass the plane; empty if not all do.
std::vector<Crossing> crossings(const std::vector<Station>& stations, const Eigen::Vector3f& p,
                                std::uint64_t seen_by = 1) {
  std::vector<Crossing> all;
  const SightLines sight_lines(stations);
  const bool pass = sight_lines.all_pass(kPlane, {p, 1, seen_by}, [&](const Crossing& at) {
    all.push_back(at);
    return true;
  });
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
  // Two scans share the last bit.
  const std::vector<Station> stations = {
      {"a", {1, 1, 0}, 0}, {"b", {2, -1, 0}, 5}, {"c", {3, 1, 0}, 63}, {"d", {4, 1, 0}, 63}};
  const std::uint64_t b = 1u << 5, last = std::uint64_t{1} << 63;
  EXPECT_EQ(crossings(stations, {4, -2, 5}, 1).size(), 1u);
  EXPECT_EQ(crossings(stations, {4, -2, 5}, 1 | last).size(), 3u);
  EXPECT_TRUE(crossings(stations, {4, -2, 5}, 1 | b).empty());
}

TEST(SightLines, WhoIsUnknownMaySeeFromAnywhere) {
  EXPECT_TRUE(crossings(kOne, {4, -2, 5}, 3).empty());
  EXPECT_TRUE(crossings(kOne, {4, -2, 5}, 0).empty());
}

TEST(SightLines, AreSquareToThePlaneWithoutPoses) {
  const auto at = crossings({}, {4, -2, 5});
  ASSERT_EQ(at.size(), 1u);
  EXPECT_NEAR(at[0].s, 4, 1e-12);
  EXPECT_NEAR(at[0].z, 5, 1e-12);
}

}  // namespace
}  // namespace storey
