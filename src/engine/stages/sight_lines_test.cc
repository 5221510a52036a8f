#include "engine/stages/sight_lines.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

const Line2 kPlane{{0, 0}, {1, 0}};  // before it is y > 0

TEST(Crossing, LiesOnTheSightLine) {
  const auto at = crossing(kPlane, {1, 1, 2}, {4, -2, 5});
  ASSERT_TRUE(at);
  EXPECT_NEAR(at->s, 2, 1e-12);
  EXPECT_NEAR(at->z, 3, 1e-12);
}

TEST(Crossing, OnlyFromBeforeToBehind) {
  EXPECT_FALSE(crossing(kPlane, {1, -1, 2}, {4, -2, 5}));
  EXPECT_FALSE(crossing(kPlane, {1, 1, 2}, {4, 2, 5}));
  EXPECT_FALSE(crossing(kPlane, {1, 0.05, 2}, {4, -2, 5}));  // in the plane
}

TEST(Observers, AllThatSawAreAsked) {
  // Two scans share the last bit.
  const Observers observers({{"a", {1, 0, 0}, 0}, {"b", {2, 0, 0}, 63}, {"c", {3, 0, 0}, 63}});
  const auto left_of = [&](double x, std::uint64_t stations) {
    return observers.all_that_saw({{0, 0, 0}, 1, stations},
                                  [x](const Eigen::Vector3d& station) { return station.x() < x; });
  };
  const std::uint64_t last = std::uint64_t{1} << 63;
  EXPECT_TRUE(left_of(1.5, 1));
  EXPECT_FALSE(left_of(1.5, 1 | last));
  EXPECT_FALSE(left_of(2.5, last));
  EXPECT_TRUE(left_of(3.5, 1 | last));
}

TEST(Observers, WhoIsUnknownMaySeeFromAnywhere) {
  const Observers observers({{"a", {1, 0, 0}, 0}});
  const auto anyone = [](const Eigen::Vector3d&) { return true; };
  EXPECT_FALSE(observers.all_that_saw({{0, 0, 0}, 1, 3}, anyone));
  EXPECT_FALSE(observers.all_that_saw({{0, 0, 0}, 1, 0}, anyone));
}

}  // namespace
}  // namespace storey
