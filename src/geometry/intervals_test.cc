#include "geometry/intervals.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

TEST(CoveredLength, CountsOnceWhatSeveralPartsCover) {
  EXPECT_DOUBLE_EQ(covered_length({0, 10}, {{4, 6}, {1, 3}, {2, 5}}), 5);
  EXPECT_DOUBLE_EQ(covered_length({0, 10}, {{1, 9}, {2, 3}}), 8);
}

TEST(CoveredLength, LeavesOutWhatIsBeyondTheWhole) {
  EXPECT_DOUBLE_EQ(covered_length({0, 10}, {{-5, 2}, {9, 20}}), 3);
  EXPECT_DOUBLE_EQ(covered_length({0, 10}, {{-5, -2}, {12, 20}}), 0);
}

TEST(CoveredLength, IsNoneOfNoPartsAndOfSuchAsEndBeforeTheyBegin) {
  EXPECT_DOUBLE_EQ(covered_length({0, 10}, {}), 0);
  EXPECT_DOUBLE_EQ(covered_length({0, 10}, {{6, 4}}), 0);
}

}  // namespace
}  // namespace storey
