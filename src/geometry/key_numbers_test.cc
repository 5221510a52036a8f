#include "geometry/key_numbers.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

TEST(KeyNumbers, CountKeysAsTheyAreMet) {
  KeyNumbers numbers;
  EXPECT_EQ(numbers.of(70), 0u);
  EXPECT_EQ(numbers.of(70), 0u);
  EXPECT_EQ(numbers.of(0), 1u);
  EXPECT_EQ(numbers.of(70), 0u);
  EXPECT_EQ(numbers.of(9), 2u);
  EXPECT_EQ(numbers.keys(), (std::vector<std::uint64_t>{70, 0, 9}));
  EXPECT_EQ(numbers.known(9), 2u);
}

}  // namespace
}  // namespace storey
