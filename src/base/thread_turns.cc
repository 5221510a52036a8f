#include "base/thread_turns.h"

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace storey {
namespace {

// As the kernel has it; the C library of Debian 12 does not.
struct SchedulingAttributes {
  std::uint32_t size = sizeof(SchedulingAttributes);
  std::uint32_t policy = SCHED_OTHER;
  std::uint64_t flags = 0;
  std::int32_t nice = 0;
  std::uint32_t priority = 0;
  std::uint64_t runtime = 0;
  std::uint64_t deadline = 0;
  std::uint64_t period = 0;
};
static_assert(sizeof(SchedulingAttributes) == 48, "the first version, which every kernel takes");

constexpr std::uint64_t kResetOnFork = 1;        // threads that this one starts are like all others
constexpr std::uint64_t kShortTurnNs = 100'000;  // the shortest that the kernel gives
constexpr int kBehindNice = 5;

// On Linux both are of the thread alone.
int niceness() { return ::getpriority(PRIO_PROCESS, 0); }
void set_niceness(int nice) { ::setpriority(PRIO_PROCESS, 0, nice); }

}  // namespace

void take_turns(Turns turns) {
  if (turns == Turns::kBehind) set_niceness(niceness() + kBehindNice);
  if (turns != Turns::kShort) return;
  SchedulingAttributes attributes;
  attributes.flags = kResetOnFork;
  attributes.nice = niceness();
  attributes.runtime = kShortTurnNs;
  ::syscall(SYS_sched_setattr, 0, &attributes, 0U);
}

}  // namespace storey
