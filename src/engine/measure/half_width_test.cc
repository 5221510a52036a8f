#include "engine/measure/half_width.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace storey {
namespace {

TEST(HalfWidth, IsThatOfANormalDistributionWhereTheWallIsSure) {
  EXPECT_NEAR(half_width({{0.002, 0.35, 1}}), 1.96 * 0.002, 1e-5);
  EXPECT_NEAR(half_width({{0.003, 0.35, 1}, {0.004, 0.35, 1}}), 1.96 * 0.005, 1e-5);
}

TEST(HalfWidth, IsThatOfCaseworkWhereNothingElseStands) {
  EXPECT_NEAR(half_width({{0.002, 0.35, 0}}), 1.96 * 0.35, 1e-3);
}

TEST(HalfWidth, LeavesOutCaseworkThatIsLessLikelyThanWhatIsNotStated) {
  EXPECT_LT(half_width({{0.002, 0.35, 0.98}}), 0.006);
  EXPECT_GT(half_width({{0.002, 0.35, 0.94}}), 0.05);
  EXPECT_GT(half_width({{0.002, 0.35, 0.97}, {0.002, 0.35, 0.97}}), 0.05);  // one of two is likelier
}

/// Share of drawn sums of the deviations that lie within `half`.
double share_within(double half, const std::vector<Deviation>& deviations) {
  constexpr int kDrawn = 100'000;
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  int within = 0;
  for (int i = 0; i < kDrawn; ++i) {
    double sum = 0;
    for (const Deviation& one : deviations)
      sum += normal(random) * (uniform(random) < one.chance ? one.sigma : one.otherwise);
    within += std::abs(sum) <= half;
  }
  return static_cast<double>(within) / kDrawn;
}

TEST(HalfWidth, HoldsNineteenOfTwentySumsThatAreDrawn) {
  std::vector<Deviation> room;
  for (int edge = 0; edge < 30; ++edge) {
    const double length = 0.2 + 0.15 * edge;
    room.push_back({0.003 * length, 0.35 * length, edge % 5 == 0 ? 0.6 : 0.97});
  }
  EXPECT_NEAR(share_within(half_width(room), room), 0.95, 0.005);
  const std::vector<Deviation> width = {{0.002, 0.35, 0.9}, {0.004, 0.35, 0.98}, {0.01, 0.01, 1}};
  EXPECT_NEAR(share_within(half_width(width), width), 0.95, 0.005);
}

}  // namespace
}  // namespace storey
