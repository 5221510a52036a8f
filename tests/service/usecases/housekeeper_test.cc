// What has outlived its time goes, but by no clock that has just been set.
#include "service/worker/housekeeper.h"

#include <gmock/gmock.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "service/usecases/jobs.h"
#include "test_services.h"

namespace storey::service {
namespace {

using testing::ElementsAre;

/// Goes on like a real one, and can be set.
class SettableClock final : public Clock {
 public:
  explicit SettableClock(Timestamp start) : start_(start) {}
  Timestamp now() const override {
    ++looks;
    return start_ + std::chrono::duration_cast<Milliseconds>(std::chrono::steady_clock::now() - began_) +
           Milliseconds(ahead);
  }

  mutable std::atomic<int> looks{0};
  std::atomic<std::int64_t> ahead{0};  ///< ms

 private:
  Timestamp start_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

class HousekeeperTest : public ServicesTest {
 protected:
  void note(const std::string& event) {
    const std::lock_guard lock(mutex);
    events.push_back(event);
    told.notify_all();
  }
  void wait_for(const std::string& event) {
    std::unique_lock lock(mutex);
    told.wait(lock, [&] { return std::find(events.begin(), events.end(), event) != events.end(); });
  }

  std::mutex mutex;
  std::condition_variable told;
  std::vector<std::string> events;
};

TEST_F(HousekeeperTest, ADayThatTheClockWasSetToDeletesNothingUntilTwoLooksAgree) {
  submitted_order();
  const auto claimed = value_of(claim_conversion(*services, "worker"));
  value_of(complete_conversion(*services, claimed->job, {}, {}));
  ASSERT_EQ(blob_count(), 1u);

  SettableClock settable(clock.now());
  Services its{*store, *blobs, settable, random, ids, addresses, key, settings};
  WorkObserver observer;
  observer.clock_jumped = [&](std::chrono::milliseconds) {
    note(blob_count() == 1 ? "set, nothing deleted" : "set, and deleted");
  };
  observer.house_kept = [&](const HousekeepingReport& report, std::int64_t) {
    if (report.scans_of_orders > 0) note("deleted");
  };
  Housekeeper housekeeper(its, Seconds(1), observer);
  while (settable.looks == 0) std::this_thread::sleep_for(Milliseconds(1));
  settable.ahead = Milliseconds(settings.retain_scans + Seconds(60)).count();
  wait_for("deleted");
  housekeeper.stop();
  EXPECT_THAT(events, ElementsAre("set, nothing deleted", "deleted"));
  EXPECT_EQ(blob_count(), 0u);
}

}  // namespace
}  // namespace storey::service
