#include "base/fair_mutex.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace storey {
namespace {

TEST(FairMutex, GoesToWhoeverHasWaitedLongest) {
  FairMutex mutex;
  std::string order;
  std::vector<std::jthread> waiting;
  mutex.lock();
  for (const char name : {'a', 'b', 'c'}) {
    const std::uint64_t before = mutex.wanted();
    waiting.emplace_back([&mutex, &order, name] {
      const std::lock_guard lock(mutex);
      order += name;
    });
    while (mutex.wanted() == before) std::this_thread::yield();
  }
  mutex.unlock();
  mutex.lock();  // who had it comes last
  order += '-';
  mutex.unlock();
  waiting.clear();
  EXPECT_EQ(order, "abc-");
}

TEST(FairMutex, WakesOnlyWhoseTurnItIs) {
  constexpr int kThreads = 16;
  FairMutex mutex;
  long sleeps = 0;  // of all who waited, until they had it
  std::vector<std::jthread> waiting;
  mutex.lock();
  for (int i = 0; i < kThreads; ++i)
    waiting.emplace_back([&] {
      const std::lock_guard lock(mutex);
      rusage usage{};
      ::getrusage(RUSAGE_THREAD, &usage);
      sleeps += usage.ru_nvcsw;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));  // whoever else was woken sleeps again
    });
  while (mutex.wanted() <= kThreads) std::this_thread::yield();
  mutex.unlock();
  waiting.clear();
  EXPECT_LT(sleeps, 4 * kThreads) << "each woken for each turn before its own: " << kThreads * kThreads / 2;
}

}  // namespace
}  // namespace storey
