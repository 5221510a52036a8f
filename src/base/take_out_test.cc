#include "base/take_out.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

TEST(TakeOut, PartsAListAndKeepsTheOrder) {
  std::vector<int> list = {5, 2, 8, 1, 4};
  EXPECT_EQ(take_out(list, [](int value) { return value % 2 == 0; }), (std::vector{2, 8, 4}));
  EXPECT_EQ(list, (std::vector{5, 1}));
}

TEST(TakeOut, TakesAllOrNothing) {
  std::vector<int> list = {1, 2};
  EXPECT_TRUE(take_out(list, [](int) { return false; }).empty());
  EXPECT_EQ(take_out(list, [](int) { return true; }).size(), 2u);
  EXPECT_TRUE(list.empty());
}

}  // namespace
}  // namespace storey
