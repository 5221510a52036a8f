#include "base/memory_budget.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <memory>
#include <vector>

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

/// Bytes of memory that this process holds.
std::uint64_t held() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

TEST(GiveBackFreedMemory, LeavesWhatIsInUse) {
  constexpr std::size_t kBlock = 64 << 10, kBlocks = 1024;  // bytes, and 64 MB of these
  std::vector<std::unique_ptr<char[]>> blocks;
  for (std::size_t i = 0; i < kBlocks; ++i) {
    blocks.push_back(std::make_unique<char[]>(kBlock));
    blocks.back()[0] = static_cast<char>(i);
  }
  for (std::size_t i = 0; i + 1 < kBlocks; ++i)
    blocks[i].reset();  // the last keeps the heap as high as it is
  const std::uint64_t before = held();
  give_back_freed_memory();
  EXPECT_LT(held(), before - kBlock * kBlocks / 2);
  EXPECT_EQ(blocks.back()[0], static_cast<char>(kBlocks - 1));
}

}  // namespace
}  // namespace storey
