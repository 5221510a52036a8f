#include "service/worker/verify_workers.h"

#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

#include "checks_test.h"

namespace storey::service {
namespace {

/// Requests wait until the check has ended, however long that takes.
class VerifyWorkersTest : public ChecksTest {
 protected:
  VerifyWorkersTest() {
    settings.verify_patience = std::chrono::hours(1);
    settings.job_lease = Seconds(1);
    observer.job_ended = [this](const Job&, const std::string& outcome, std::chrono::milliseconds) {
      const std::lock_guard lock(mutex);
      outcomes.push_back(outcome);
      one_ended.notify_one();
    };
    workers.emplace(*services, observer);
  }

  /// How the checks of all workers ended.
  std::vector<std::string> ended() {
    workers.reset();
    return outcomes;
  }
  void wait_for_an_end() {
    std::unique_lock lock(mutex);
    one_ended.wait(lock, [this] { return !outcomes.empty(); });
  }
  std::future<Outcome<Asset>> finalize_beside(const AssetId& id) {
    return std::async(std::launch::async, [this, id] { return finalize(id); });
  }
  /// Until the worker is told to stop. Tells `begun` that it has come so far.
  HookedBlobs::Hook until_stopped() {
    return [this](const auto& keep_going) -> Result<void> {
      begun.set_value();
      while (keep_going()) std::this_thread::yield();
      return fail(ErrorCode::kCancelled, "stopped");
    };
  }

  WorkObserver observer;
  std::mutex mutex;
  std::condition_variable one_ended;
  std::vector<std::string> outcomes;
  std::promise<void> begun;
  std::optional<VerifyWorkers> workers;
};

TEST_F(VerifyWorkersTest, WhoWaitsIsToldWhatCameOfIt) {
  const AssetId good = new_parts(), bad = new_parts(std::string(64, '0'));
  EXPECT_EQ(value_of(finalize(good)).status, UploadStatus::kFinalized);
  wait_for_an_end();  // who waits is told before the observer is, and another worker may be faster
  EXPECT_EQ(code_of(finalize(bad)), FailureCode::kUploadMismatch);
  EXPECT_EQ(ended(), (std::vector<std::string>{"completed", "error"}));
}

TEST_F(VerifyWorkersTest, AllThatAskMeanwhileWaitForTheSameCheck) {
  const AssetId id = new_parts();
  std::promise<void> release;
  hooked.hook = [&](const auto&) -> Result<void> {
    begun.set_value();
    release.get_future().wait();
    return {};
  };
  auto one = finalize_beside(id);
  begun.get_future().wait();
  auto two = finalize_beside(id), three = finalize_beside(id);
  release.set_value();
  for (auto* waiting : {&one, &two, &three})
    EXPECT_EQ(value_of(waiting->get()).status, UploadStatus::kFinalized);
  EXPECT_EQ(ended(), (std::vector<std::string>{"completed"}));
}

TEST_F(VerifyWorkersTest, ACheckThatAnotherProcessMakesIsWaitedForToo) {
  const auto asked = new_services();
  asked->verifications->on_work([this] { workers->wake(); });  // as changes of the store do
  const AssetId good = new_parts(), bad = new_parts(std::string(64, '0'));
  EXPECT_EQ(value_of(finalize_upload(*asked, client, good, std::nullopt, std::nullopt)).status,
            UploadStatus::kFinalized);
  EXPECT_EQ(code_of(finalize_upload(*asked, client, bad, std::nullopt, std::nullopt)),
            FailureCode::kUploadMismatch);
}

TEST_F(VerifyWorkersTest, AServiceThatStopsGivesTheCheckBackUncounted) {
  const AssetId id = new_parts();
  hooked.hook = until_stopped();
  auto waiting = finalize_beside(id);
  begun.get_future().wait();
  EXPECT_EQ(ended(), (std::vector<std::string>{"given_back"}));
  EXPECT_EQ(value_of(waiting.get()).status, UploadStatus::kUploaded) << "it goes on elsewhere";
  EXPECT_EQ(job_of(id)->status, JobStatus::kQueued);
  EXPECT_EQ(job_of(id)->attempts, 0);
}

TEST_F(VerifyWorkersTest, ALongCheckKeepsItsLease) {
  const AssetId id = new_parts();
  int taken_by_others = 0;
  hooked.hook = [&](const auto& keep_going) -> Result<void> {
    for (int i = 0; i < 3; ++i) {
      clock.time += Milliseconds(settings.job_lease) / 2;
      while (job_of(id)->lease_expires != clock.now() + settings.job_lease) std::this_thread::yield();
      taken_by_others += value_of(claim_check(*services, "another", kPerClient)) ? 1 : 0;
    }
    return keep_going() ? Result<void>() : fail(ErrorCode::kCancelled, "lost");
  };
  EXPECT_EQ(value_of(finalize(id)).status, UploadStatus::kFinalized);
  EXPECT_EQ(taken_by_others, 0);
}

TEST_F(VerifyWorkersTest, ACheckThatIsNotWantedAnyMoreEnds) {
  const AssetId id = new_parts();
  hooked.hook = until_stopped();
  auto waiting = finalize_beside(id);
  begun.get_future().wait();
  value_of(cancel_upload(*services, client, id));
  wait_for_an_end();
  EXPECT_EQ(code_of(waiting.get()), FailureCode::kUploadExpired);
  EXPECT_EQ(ended(), (std::vector<std::string>{"lost"}));
}

TEST_F(VerifyWorkersTest, TroubleIsToldToWhoWaitsAndTheCheckWaits) {
  const AssetId id = new_parts();
  hooked.hook = [](const auto&) { return fail(ErrorCode::kUnwritable, "the disk is full"); };
  EXPECT_EQ(code_of(finalize(id)), FailureCode::kStorageUnavailable);
  EXPECT_EQ(status(id), UploadStatus::kUploaded);
  EXPECT_EQ(ended(), (std::vector<std::string>{"postponed"}));
  EXPECT_GT(job_of(id)->not_before, clock.now());
}

TEST_F(VerifyWorkersTest, WhatACheckThrowsIsTrouble) {
  const AssetId id = new_parts();
  hooked.hook = [](const auto&) -> Result<void> { throw std::runtime_error("odd"); };
  EXPECT_EQ(code_of(finalize(id)), FailureCode::kInternalServerError);
  EXPECT_EQ(ended(), (std::vector<std::string>{"postponed"}));
}

}  // namespace
}  // namespace storey::service
