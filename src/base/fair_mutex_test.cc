#include "base/fair_mutex.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace storey
