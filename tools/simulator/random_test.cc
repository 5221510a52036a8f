#include "random.h"

#include <gtest/gtest.h>

#include <cmath>

namespace storey::simulator {
namespace {

TEST(Random, IsTheSameEverywhere) {
  Random random(7, 1, 2, 3);
  Random again(7, 1, 2, 3);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(random.next(), again.next());
  // Splitmix64 from state 0: the first output that its authors' reference program prints.
  EXPECT_EQ(Random(0).next(), 0xe220a8397b1dcdafu);
}

TEST(Random, DependsOnEveryPartOfItsKey) {
  const std::uint64_t first = Random(7, 1, 2, 3).next();
  EXPECT_NE(first, Random(8, 1, 2, 3).next());
  EXPECT_NE(first, Random(7, 2, 2, 3).next());
  EXPECT_NE(first, Random(7, 1, 3, 3).next());
  EXPECT_NE(first, Random(7, 1, 2, 4).next());
}

TEST(Random, NormalHasMeanZeroAndDeviationOne) {
  Random random(42);
  constexpr int kCount = 200'000;
  double sum = 0, squares = 0;
  int beyond_two = 0;
  for (int i = 0; i < kCount; ++i) {
    const double x = random.normal();
    sum += x;
    squares += x * x;
    beyond_two += std::abs(x) > 2;
  }
  EXPECT_NEAR(sum / kCount, 0, 0.01);
  EXPECT_NEAR(squares / kCount, 1, 0.01);
  EXPECT_NEAR(static_cast<double>(beyond_two) / kCount, 0.0455, 0.004);
}

TEST(Random, UniformFillsItsInterval) {
  Random random(43);
  double low = 1, high = 0;
  for (int i = 0; i < 10'000; ++i) {
    const double x = random.uniform();
    low = std::min(low, x);
    high = std::max(high, x);
  }
  EXPECT_GE(low, 0);
  EXPECT_LT(low, 0.001);
  EXPECT_LT(high, 1);
  EXPECT_GT(high, 0.999);
}

}  // namespace
}  // namespace storey::simulator
