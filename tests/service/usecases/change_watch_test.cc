#include "service/worker/change_watch.h"

#include <gmock/gmock.h>

#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <utility>

#include "service/domain/try.h"
#include "test_services.h"
#include "wrapped_store.h"

namespace storey::service {
namespace {

/// A store whose reads fail when they are told to.
class FlakyStore final : public WrappedStore {
 public:
  using WrappedStore::WrappedStore;
  Result<StoreChanges> changes() override {
    ++looks;
    return wrapped.changes();
  }

  std::atomic<bool> fails = false;
  std::atomic<int> failures = 0;
  std::atomic<int> looks = 0;

 protected:
  Outcome<void> run_read(const Step& step) override {
    if (!fails) return wrapped.read(step);
    ++failures;
    return refuse(FailureCode::kStorageUnavailable, "no");
  }
};

class ChangeWatchTest : public ServicesTest {
 protected:
  ChangeWatch::Listeners listeners() {
    return {[this](const std::vector<LoggedEvent>& events) {
              const std::lock_guard lock(mutex);
              heard += events.size();
            },
            [this] {
              const std::lock_guard lock(mutex);
              ++changes;
              changed.notify_all();
            },
            [] {}};
  }

  FlakyStore flaky{*store};
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t heard = 0;
  int changes = 0;
};

TEST_F(ChangeWatchTest, LosesNothingWhenAReadFails) {
  const auto watch = value_of(ChangeWatch::start(flaky, std::chrono::milliseconds(1), listeners()));
  flaky.fails = true;
  const Order order = new_order();
  value_of(cancel_order(*services, client, order.id));
  const int begun = flaky.looks;
  while (flaky.looks < begun + 3) std::this_thread::yield();  // one of them came to its end behind the change
  EXPECT_GT(flaky.failures, 0);
  std::unique_lock lock(mutex);
  const int before = changes;  // a store may tell of a change where there was none
  flaky.fails = false;
  ASSERT_TRUE(changed.wait_for(lock, std::chrono::seconds(60), [&] { return changes > before; }));
  EXPECT_EQ(heard, 1u) << "without any further change of the store";
}

TEST_F(ChangeWatchTest, ReadsNoEventsForNobody) {
  std::promise<void> woken;
  const auto watch = value_of(ChangeWatch::start(flaky, std::chrono::milliseconds(1),
                                                 {{},
                                                  [&, told = false]() mutable {
                                                    if (!std::exchange(told, true)) woken.set_value();
                                                  },
                                                  [] {}}));
  flaky.fails = true;
  submitted_order();
  EXPECT_EQ(woken.get_future().wait_for(std::chrono::seconds(60)), std::future_status::ready);
  EXPECT_EQ(flaky.failures, 0);
}

TEST_F(ChangeWatchTest, DoesNotBeginWithoutKnowingWhere) {
  flaky.fails = true;
  EXPECT_FALSE(ChangeWatch::start(flaky, std::chrono::milliseconds(1), listeners()));
}

}  // namespace
}  // namespace storey::service
