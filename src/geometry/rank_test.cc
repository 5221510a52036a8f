#include "geometry/rank.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

TEST(Rank, ValuesAreFoundByTheirPlaceInOrder) {
  const std::vector<int> values = {7, 1, 9, 3};
  EXPECT_EQ(ranked(values, 0), 1);
  EXPECT_EQ(ranked(values, 3), 9);
  EXPECT_EQ(median(values), 7);
  EXPECT_EQ(median(std::vector{2.5, 0.5, 1.5}), 1.5);
}

TEST(Rank, AShareOfTheValuesIsLess) {
  const std::vector<int> values = {7, 1, 9, 3};
  EXPECT_EQ(at_share(values, 0), 1);
  EXPECT_EQ(at_share(values, 0.5), 3);
  EXPECT_EQ(at_share(values, 1), 9);
}

TEST(Rank, EachValueIsKeptOnceAndInOrder) {
  EXPECT_EQ(each_once(std::vector{4, 1, 4, 3, 1}), (std::vector{1, 3, 4}));
  EXPECT_TRUE(each_once(std::vector<int>{}).empty());
}

TEST(Rank, HalfOfTheWeightLiesBeyondTheWeightedMedian) {
  EXPECT_EQ(weighted_median({{9, 1}, {1, 1}, {5, 1}}), 5);
  EXPECT_EQ(weighted_median({{9, 3}, {1, 1}, {5, 1}}), 9);
  EXPECT_EQ(weighted_median({}), 0);
}

}  // namespace
}  // namespace storey
