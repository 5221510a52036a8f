#include "base/thread_turns.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <thread>

namespace storey {
namespace {

int niceness() { return ::getpriority(PRIO_PROCESS, 0); }

/// Of the calling thread, in ns, as sched_getattr says it; 0 where the kernel has no such thing.
std::uint64_t turn_ns() {
  std::array<char, 48> attributes{};
  std::uint64_t runtime = 0;
  constexpr std::size_t kRuntimeAt = 24;
  if (::syscall(SYS_sched_getattr, 0, attributes.data(), attributes.size(), 0U) != 0) return 0;
  std::memcpy(&runtime, attributes.data() + kRuntimeAt, sizeof runtime);
  return runtime;
}

TEST(ThreadTurns, ShortOnesAreOfTheThreadAlone) {
  const std::uint64_t usual = turn_ns();
  if (usual == 0) GTEST_SKIP() << "this kernel gives all threads turns of the same length";
  const int nice = niceness();
  std::thread([&] {
    take_turns(Turns::kShort);
    EXPECT_LT(turn_ns(), usual);
    EXPECT_EQ(niceness(), nice);
    std::thread([&] { EXPECT_EQ(turn_ns(), usual) << "what it starts is like all others"; }).join();
  }).join();
  EXPECT_EQ(turn_ns(), usual);
}

TEST(ThreadTurns, StandingBackIsOfTheThreadAlone) {
  const int nice = niceness();
  if (nice >= 19) GTEST_SKIP() << "nothing is left behind which it could stand";
  std::thread([&] {
    take_turns(Turns::kBehind);
    EXPECT_GT(niceness(), nice);
  }).join();
  EXPECT_EQ(niceness(), nice);
}

}  // namespace
}  // namespace storey
