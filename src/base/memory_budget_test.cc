#include "base/memory_budget.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>

namespace storey {
namespace {

TEST(SizeText, HasMegabytesBelowAGigabyteAndTenthsAboveIt) {
  EXPECT_EQ(size_text(0), "0 MB");
  EXPECT_EQ(size_text(349'500'000), "350 MB");
  EXPECT_EQ(size_text(949'000'000), "949 MB");
  EXPECT_EQ(size_text(950'000'000), "1.0 GB");
  EXPECT_EQ(size_text(12'349'000'000), "12.3 GB");
}

TEST(AvailableMemory, IsWhatTheLimitOfThisProcessLeaves) {
  constexpr rlim_t kLeft = rlim_t{256} << 20;
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_AS, &before), 0);
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  rlimit limit = before;
  limit.rlim_cur = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + kLeft;
  ASSERT_EQ(::setrlimit(RLIMIT_AS, &limit), 0);
  const std::uint64_t available = available_memory(), budget = default_memory_budget();
  ASSERT_EQ(::setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_LE(available, kLeft);
  EXPECT_LE(budget, available);
}

}  // namespace
}  // namespace storey
