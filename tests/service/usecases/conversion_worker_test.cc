#include "service/worker/conversion_worker.h"

#include <gmock/gmock.h>

#include <atomic>
#include <fstream>
#include <future>
#include <thread>

#include "service/usecases/results.h"
#include "test_services.h"
#include "wrapped_blobs.h"

namespace storey::service {
namespace {

namespace fs = std::filesystem;

/// Takes so many files, then it does something else.
class LimitedBlobs final : public WrappedBlobs {
 public:
  using Otherwise = std::function<Result<void>(const KeepGoing&)>;
  LimitedBlobs(BlobStore& blobs, int room, Otherwise otherwise)
      : WrappedBlobs(blobs), room_(room), otherwise_(std::move(otherwise)) {}
  Result<void> put_file(const BlobId& id, const fs::path& file, const KeepGoing& keep_going) override {
    return --room_ < 0 ? otherwise_(keep_going) : wrapped.put_file(id, file, keep_going);
  }

 private:
  int room_;
  Otherwise otherwise_;
};

/// A shell script stands in for the engine.
class ConversionWorkerTest : public ServicesTest {
 protected:
  ConversionWorkerTest() {
    options.program = folder / "engine";
    options.scratch = folder / "scratch";
    fs::create_directories(options.scratch);
    observer.tried_alone = [this](const Job&) { ++tried_alone; };
    observer.job_ended = [this](const Job&, const std::string& outcome, std::chrono::milliseconds) {
      ended.set_value(outcome);
    };
  }

  /// Converts one order with `script`; says how its job ended.
  std::string convert(const Order& order, const std::string& script) {
    std::ofstream(options.program) << "#!/bin/sh\nexport PATH=/usr/bin:/bin\n" << script;
    fs::permissions(options.program, fs::perms::owner_all);
    WorkCall call;
    ConversionWorker worker(*services, options, observer, call);
    const std::string outcome = ended.get_future().get();
    worker.stop();
    last = order_now(order.id);
    return outcome;
  }

  WorkerOptions options;
  WorkObserver observer;
  std::promise<std::string> ended;
  int tried_alone = 0;
  Order last;
};

/// The folder that the engine was told to write to: `--out=FOLDER`.
constexpr std::string_view kOut = "for word; do case $word in --out=*) out=${word#--out=};; esac; done\n";

TEST_F(ConversionWorkerTest, WhatWasKilledForMemoryIsTriedOnceMoreAlone) {
  const std::string marker = (folder / "was-here").string();
  const Order order = submitted_order();
  EXPECT_EQ(convert(order, "if [ ! -e " + marker + " ]; then touch " + marker + "; kill -KILL $$; fi\n" +
                               std::string(kOut) +
                               "mkdir \"$out\"; echo '{}' > \"$out/plan.json\"\n"
                               "echo '{\"event\":\"done\",\"storeys\":[]}'\n"),
            "completed");
  EXPECT_EQ(tried_alone, 1);
  EXPECT_EQ(last.status, OrderStatus::kCompleted);
}

TEST_F(ConversionWorkerTest, WhatIsKilledForMemoryTwiceSaysSo) {
  const Order order = submitted_order();
  EXPECT_EQ(convert(order, "kill -KILL $$\n"), "error");
  EXPECT_EQ(tried_alone, 1);
  ASSERT_TRUE(last.error);
  EXPECT_EQ(last.error->code, "LIMIT_EXCEEDED");
  EXPECT_THAT(last.error->message, testing::HasSubstr("memory"));
  EXPECT_THAT(last.error->message, testing::HasSubstr("tried twice, the second time alone"));
}

TEST_F(ConversionWorkerTest, WhatFindsTheDiskFullIsTriedAgainLater) {
  const Order order = submitted_order();
  EXPECT_EQ(convert(order,
                    "echo '{\"event\":\"failed\",\"code\":\"unwritable\",\"message\":\"no space left\"}'\n"
                    "exit 1\n"),
            "postponed");
  EXPECT_FALSE(last.error);
  EXPECT_NE(last.status, OrderStatus::kError);
}

TEST_F(ConversionWorkerTest, WhatFindsTheStoreFullLeavesNothingAndIsTriedAgainLater) {
  const Order order = submitted_order();
  const std::size_t before = blob_count();
  LimitedBlobs full(*blobs, 1,
                    [](const auto&) { return fail(ErrorCode::kUnwritable, "the blob store is full"); });
  services.reset(new Services{*twice, full, clock, random, ids, addresses, key, settings});
  EXPECT_EQ(
      convert(order, std::string(kOut) +
                         "mkdir \"$out\"; echo '{}' > \"$out/plan.json\"; echo '{}' > \"$out/report.json\"\n"
                         "echo '{\"event\":\"done\",\"storeys\":[]}'\n"),
      "postponed");
  EXPECT_EQ(last.status, OrderStatus::kProcessing);
  EXPECT_EQ(blob_count(), before) << "what was stored of the results is removed";
}

TEST_F(ConversionWorkerTest, AnOrderThatIsCancelledWhileResultsAreStoredKeepsNone) {
  const Order order = submitted_order();
  const std::size_t before = blob_count();
  LimitedBlobs slow(*blobs, 1, [&](const std::function<bool()>& keep_going) -> Result<void> {
    value_of(cancel_order(*services, client, order.id));
    while (keep_going()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return fail(ErrorCode::kCancelled, "the transfer was cancelled");
  });
  services.reset(new Services{*twice, slow, clock, random, ids, addresses, key, settings});
  EXPECT_EQ(
      convert(order, std::string(kOut) +
                         "mkdir \"$out\"; echo '{}' > \"$out/plan.json\"; echo '{}' > \"$out/report.json\"\n"
                         "echo '{\"event\":\"done\",\"storeys\":[]}'\n"),
      "lost");
  EXPECT_EQ(last.status, OrderStatus::kCancelled);
  EXPECT_EQ(blob_count(), before);
}

TEST(CpuLimit, FollowsThreadsAndTimeUnlessItIsGiven) {
  WorkerOptions options;
  options.wall_limit = std::chrono::hours(1);
  options.threads = 3;
  EXPECT_EQ(cpu_limit_of(options), std::chrono::hours(3));
  options.cpu_limit = std::chrono::minutes(7);
  EXPECT_EQ(cpu_limit_of(options), std::chrono::minutes(7));
  options = {};
  options.wall_limit = std::chrono::seconds(0);
  EXPECT_EQ(cpu_limit_of(options).count(), 0) << "no limit on time, none on computing";
}

}  // namespace
}  // namespace storey::service
