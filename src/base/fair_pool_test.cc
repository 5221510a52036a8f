#include "base/fair_pool.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <future>
#include <mutex>
#include <vector>

namespace storey {
namespace {

TEST(FairPool, WorkThatDoesNotEndLeavesThreadsToOthers) {
  FairPool pool(4, 2);
  std::promise<void> release;
  const std::shared_future<void> released = release.get_future().share();
  std::atomic<int> begun{0};
  for (int i = 0; i < 10; ++i)
    pool.post("busy", [&begun, released] {
      ++begun;
      released.wait();
    });
  for (int i = 0; i < 100; ++i) {
    std::promise<void> done;
    pool.post("other", [&] { done.set_value(); });
    done.get_future().wait();
  }
  EXPECT_LE(begun, 2);
  release.set_value();
}

TEST(FairPool, PartiesTakeTurnsAndKeepTheirOrder) {
  FairPool pool(1, 1);
  std::promise<void> release;
  const std::shared_future<void> released = release.get_future().share();
  std::promise<void> begun;
  pool.post("", [&] {
    begun.set_value();
    released.wait();
  });
  begun.get_future().wait();
  std::vector<std::string> order;
  for (const char* name : {"a1", "a2", "a3"}) pool.post("a", [&order, name] { order.emplace_back(name); });
  pool.post("b", [&order] { order.emplace_back("b1"); });
  release.set_value();
  pool.join();
  EXPECT_EQ(order, (std::vector<std::string>{"a1", "b1", "a2", "a3"}));
}

TEST(FairPool, TheEmptyPartyMayHaveAllThreads) {
  FairPool pool(3, 1);
  std::mutex mutex;
  int inside = 0;
  std::promise<void> all_inside;
  const std::shared_future<void> together = all_inside.get_future().share();
  for (int i = 0; i < 3; ++i)
    pool.post("", [&] {
      {
        const std::lock_guard lock(mutex);
        if (++inside == 3) all_inside.set_value();
      }
      together.wait();
    });
  pool.join();
  EXPECT_EQ(inside, 3);
}

TEST(FairPool, JoiningDoesAllThatWasPosted) {
  std::atomic<int> done{0};
  {
    FairPool pool(2, 1);
    for (int i = 0; i < 100; ++i) pool.post(i % 2 == 0 ? "a" : "b", [&] { ++done; });
  }
  EXPECT_EQ(done, 100);
}

TEST(FairPool, ThreadsThatAreNotNeededSleepOn) {
  constexpr int kThreads = 16, kPieces = 500;
  FairPool pool(kThreads, 1);
  std::atomic<int> inside{0};
  std::promise<void> all_inside;
  const std::shared_future<void> together = all_inside.get_future().share();
  for (int i = 0; i < kThreads; ++i)
    pool.post("", [&] {
      if (++inside == kThreads) all_inside.set_value();
      together.wait();
    });
  together.wait();
  const auto sleeps = [] {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_nvcsw;
  };
  const long before = sleeps();
  for (int i = 0; i < kPieces; ++i) {
    std::promise<void> done;
    pool.post("a", [&] { done.set_value(); });
    done.get_future().wait();
  }
  EXPECT_LT(sleeps() - before, kThreads / 2 * kPieces) << "all threads looked for work after each piece";
}

TEST(FairPool, ItsThreadsHaveTheTurnsThatAreAskedFor) {
  const auto niceness = [] { return ::getpriority(PRIO_PROCESS, 0); };
  const int own = niceness();
  if (own >= 19) GTEST_SKIP() << "nothing is left behind which they could stand";
  std::atomic<int> usual{-100}, behind{-100};
  FairPool here(1, 1), back(1, 1, Turns::kBehind);
  here.post("a", [&] { usual = niceness(); });
  back.post("a", [&] { behind = niceness(); });
  here.join();
  back.join();
  EXPECT_EQ(usual, own);
  EXPECT_GT(behind, own);
}

TEST(FairPool, AbandoningDoesNotWait) {
  const auto release = std::make_shared<std::promise<void>>();
  const auto ended = std::make_shared<std::promise<void>>();
  {
    FairPool pool(1, 1);
    std::promise<void> begun;
    pool.post("a", [&begun, release, ended] {
      begun.set_value();
      release->get_future().wait();
      ended->set_value();
    });
    begun.get_future().wait();
    pool.post("a", [] { FAIL() << "it still waited"; });
    pool.abandon();
  }
  release->set_value();
  ended->get_future().wait();
}

}  // namespace
}  // namespace storey
