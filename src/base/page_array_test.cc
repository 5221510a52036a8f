#include "base/page_array.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

TEST(PageArray, KeepsWhatItHoldsAndGrowsByZeros) {
  PageArray<int> array;
  std::size_t filled = 0;
  for (const std::size_t size : {1, 3, 5000, 1'000'000}) {
    array.grow(size);
    ASSERT_EQ(array.size(), size);
    for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(array[i], i < filled ? static_cast<int>(i) + 1 : 0);
    for (std::size_t i = 0; i < size; ++i) array[i] = static_cast<int>(i) + 1;
    filled = size;
  }
}

TEST(PageArray, IsEmptyAfterItWasCleared) {
  PageArray<int> array;
  array.grow(10);
  array[3] = 5;
  array.clear();
  EXPECT_EQ(array.size(), 0u);
  EXPECT_EQ(array.begin(), array.end());
  array.grow(10);
  EXPECT_EQ(array[3], 0);
}

}  // namespace
}  // namespace storey
