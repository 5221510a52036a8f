#include "base/parallel.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

TEST(Parallel, WhatIsCollectedKeepsItsOrder) {
  for (const int threads : {1, 3}) {
    const auto twice = [](std::size_t i) { return std::vector<std::size_t>(i % 3, i); };
    EXPECT_EQ(parallel_collect(6, threads, twice), (std::vector<std::size_t>{1, 2, 2, 4, 5, 5}));
  }
  EXPECT_TRUE(parallel_collect(0, 2, [](std::size_t) { return std::vector{1}; }).empty());
}

TEST(Parallel, EachRowIsInOneStrip) {
  for (const int threads : {1, 3, 9}) {
    std::vector<int> visits(7, 0);
    parallel_rows(7, threads, [&](int first, int past) {
      for (int row = first; row < past; ++row) ++visits[static_cast<std::size_t>(row)];
    });
    EXPECT_EQ(visits, std::vector<int>(7, 1));
  }
}

}  // namespace
}  // namespace storey
