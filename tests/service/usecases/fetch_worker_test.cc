#include "service/worker/fetch_worker.h"

#include <future>

#include "test_services.h"

namespace storey::service {
namespace {

constexpr int kPerClient = 2;

/// Does what the test says instead of a fetch.
class FakeFetcher final : public FileFetcher {
 public:
  using Action = std::function<Result<void>(const BodySink&, const KeepGoing&)>;
  explicit FakeFetcher(Action action) : action_(std::move(action)) {}
  Result<void> fetch(const std::string&, const std::string&, const BodySink& sink,
                     const KeepGoing& keep_going) override {
    return action_(sink, keep_going);
  }

 private:
  Action action_;
};

class FetchWorkerTest : public ServicesTest {
 protected:
  FetchWorkerTest() {
    observer.job_ended = [this](const Job&, const std::string& outcome, std::chrono::milliseconds) {
      ended.set_value(outcome);
    };
    NewUpload wanted;
    wanted.order_id = new_order().id;
    wanted.asset_type = "xyz";
    wanted.upload_type = "url";
    wanted.source_url = "http://source.example/scan.xyz";
    upload = value_of(initialize_upload(*services, client, wanted)).id;
  }

  /// How the job ended.
  std::string fetch(FakeFetcher::Action action) {
    FakeFetcher fetcher(std::move(action));
    FetchWorker worker(*services, fetcher, {.workers = 1, .per_client = kPerClient}, observer);
    return ended.get_future().get();
  }

  Asset upload_now() { return value_of(get_asset(*services, client, upload)); }

  WorkObserver observer;
  std::promise<std::string> ended;
  AssetId upload;
};

TEST_F(FetchWorkerTest, ASilentSourceKeepsItsOneWorker) {
  const Seconds step = settings.job_lease / 2;
  int taken_by_others = 0;
  EXPECT_EQ(fetch([&](const BodySink& sink, const KeepGoing& keep_going) -> Result<void> {
              for (int i = 0; i < 10; ++i) {
                clock.time += step;
                if (!keep_going()) return fail(ErrorCode::kCancelled, "lost");
                taken_by_others += value_of(claim_fetch(*services, "another", kPerClient)) ? 1 : 0;
              }
              const std::string_view bytes = "1 2 3\n";
              EXPECT_TRUE(sink(bytes, bytes.size()));
              return {};
            }),
            "completed");
  EXPECT_EQ(taken_by_others, 0);
  EXPECT_EQ(upload_now().status, UploadStatus::kUploaded);
}

TEST_F(FetchWorkerTest, AFetchThatIsNotWantedAnyMoreEnds) {
  bool went_on = true;
  fetch([&](const BodySink&, const KeepGoing& keep_going) -> Result<void> {
    value_of(cancel_upload(*services, client, upload));
    clock.time += settings.job_lease / 2;
    went_on = keep_going();
    return fail(ErrorCode::kCancelled, "the fetch was cancelled");
  });
  EXPECT_FALSE(went_on);
  EXPECT_EQ(upload_now().status, UploadStatus::kExpired);
}

TEST_F(FetchWorkerTest, AFetchWhoseWorkersDieIsNotBegunWithoutEnd) {
  int begun = 0;
  while (value_of(claim_fetch(*services, "dies", kPerClient))) {
    ASSERT_LE(++begun, settings.max_job_attempts);
    clock.time += settings.job_lease + Seconds(1);
  }
  EXPECT_EQ(begun, settings.max_job_attempts);
  const Asset ended_upload = upload_now();
  EXPECT_EQ(ended_upload.status, UploadStatus::kFailed);
  ASSERT_TRUE(ended_upload.failure);
  EXPECT_EQ(ended_upload.failure->code, FailureCode::kUploadIncomplete);
}

}  // namespace
}  // namespace storey::service
