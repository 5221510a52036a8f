#include "geometry/joined_numbers.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

TEST(JoinedNumbers, StandForThemselvesAtFirst) {
  const JoinedNumbers numbers(3);
  for (const int number : {0, 1, 2}) EXPECT_EQ(numbers.first_of(number), number);
}

TEST(JoinedNumbers, TheLeastStandsForAllThatHangTogether) {
  JoinedNumbers numbers(6);
  numbers.join(5, 3);
  numbers.join(1, 4);
  numbers.join(4, 4);
  EXPECT_EQ(numbers.first_of(5), 3);
  numbers.join(5, 4);
  for (const int number : {1, 3, 4, 5}) EXPECT_EQ(numbers.first_of(number), 1);
  EXPECT_EQ(numbers.first_of(0), 0);
  EXPECT_EQ(numbers.first_of(2), 2);
}

}  // namespace
}  // namespace storey
