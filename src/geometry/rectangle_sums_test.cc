#include "geometry/rectangle_sums.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

// 1 2 3
// 4 5 6, from the lowest row up
const RectangleSums<int> kSums(3, 2, {1, 2, 3, 4, 5, 6});

TEST(RectangleSums, AddUpTheCellsOfARectangle) {
  EXPECT_EQ(kSums.over(0, 3, 0, 2), 21);
  EXPECT_EQ(kSums.over(1, 3, 1, 2), 11);
  EXPECT_EQ(kSums.over(1, 2, 0, 2), 7);
  EXPECT_EQ(kSums.over(1, 1, 0, 2), 0);
}

TEST(RectangleSums, LeaveOutWhatIsBeyondTheRaster) {
  EXPECT_EQ(kSums.over(-2, 1, -1, 5), 5);
  EXPECT_EQ(kSums.over(3, 6, 0, 2), 0);
}

TEST(RectangleSums, TellTheMeanOfTheCellsThatThereAre) {
  EXPECT_DOUBLE_EQ(kSums.mean(1, 3, 0, 1), 2.5);
  EXPECT_DOUBLE_EQ(kSums.mean(2, 9, 1, 9), 6);
  EXPECT_DOUBLE_EQ(kSums.mean(4, 6, 0, 2), 0);
}

}  // namespace
}  // namespace storey
