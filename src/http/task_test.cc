#include "http/task.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <vector>

#include "http/body_reader.h"
#include "http/offload.h"

namespace storey::http {
namespace {

// Waits until a test resumes it.
struct Gate {
  std::coroutine_handle<> waiter;
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> handle) noexcept { waiter = handle; }
  void await_resume() const noexcept {}
};

Task<int> give(int value) { co_return value; }

Task<int> give_after(Gate& gate, int value) {
  co_await gate;
  co_return value;
}

Task<int> raise(Gate& gate) {
  co_await gate;
  throw std::runtime_error("raised");
}

TEST(Task, ALoopOverTasksThatNeverWaitNeedsNoStack) {
  long sum = 0;
  start([](long& total) -> Task<> {
    for (int i = 0; i < 1'000'000; ++i) total += co_await give(1);
  }(sum));
  EXPECT_EQ(sum, 1'000'000);
}

TEST(Task, GoesOnWhenWhatItAwaitsEnds) {
  Gate gate;
  int result = 0;
  start([](Gate& inner, int& out) -> Task<> { out = co_await give_after(inner, 7); }(gate, result));
  EXPECT_EQ(result, 0);
  gate.waiter.resume();
  EXPECT_EQ(result, 7);
}

TEST(Task, ThrowsToItsAwaiter) {
  Gate gate;
  bool caught = false;
  start([](Gate& inner, bool& out) -> Task<> {
    try {
      co_await raise(inner);
    } catch (const std::runtime_error&) {
      out = true;
    }
  }(gate, caught));
  gate.waiter.resume();
  EXPECT_TRUE(caught);
}

TEST(Task, MovesItsValueOut) {
  std::unique_ptr<int> result;
  start([](std::unique_ptr<int>& out) -> Task<> {
    const auto make = []() -> Task<std::unique_ptr<int>> { co_return std::make_unique<int>(3); };
    out = co_await make();
  }(result));
  ASSERT_TRUE(result);
  EXPECT_EQ(*result, 3);
}

TEST(Offload, RunsAtOnceOutsideOfAServer) {
  int result = 0;
  start([](int& out) -> Task<> { out = co_await offload({}, [] { return 5; }); }(result));
  EXPECT_EQ(result, 5);
}

TEST(Offload, DestroysWhatItsFunctionCapturesOnce) {
  const auto counted = std::make_shared<int>(7);
  int result = 0;
  start([](std::shared_ptr<int> shared, int& out) -> Task<> {
    const auto work = [shared] { return *shared; };
    out = co_await offload({}, work);
  }(counted, result));
  EXPECT_EQ(result, 7);
  EXPECT_EQ(counted.use_count(), 1);
}

TEST(BodyReader, CollectsUpToTheLimit) {
  for (const std::size_t size : {0u, 1u, 99u, 100u, 101u, 50'000u}) {
    for (const std::size_t limit : {0u, 1u, 100u, 100'000u}) {
      StringBodyReader body(std::string(size, 'x'));
      Result<std::string> collected;
      start([](BodyReader& reader, std::size_t most, Result<std::string>& out) -> Task<> {
        out = co_await reader.collect(most);
      }(body, limit, collected));
      EXPECT_EQ(collected.has_value(), size <= limit) << size << " of " << limit;
      if (collected) {
        EXPECT_EQ(collected->size(), size);
      } else {
        EXPECT_EQ(collected.error().code, ErrorCode::kLimit);
      }
    }
  }
}

}  // namespace
}  // namespace storey::http
