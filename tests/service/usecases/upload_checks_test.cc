#include "service/usecases/upload_checks.h"

#include "checks_test.h"
#include "service/domain/try.h"
#include "service/usecases/retention.h"
#include "service/usecases/webhooks.h"

namespace storey::service {
namespace {

/// Nobody checks but the test. Requests do not wait.
class UploadChecksTest : public ChecksTest {
 protected:
  UploadChecksTest() { settings.verify_patience = Milliseconds(0); }

  /// An upload whose check is stored.
  AssetId stored_check(const std::optional<std::string>& checksum = std::nullopt) {
    AssetId id = new_parts(checksum);
    EXPECT_EQ(value_of(finalize(id)).status, UploadStatus::kUploaded);
    return id;
  }
  std::optional<Job> try_claim(const std::string& owner) {
    return value_of(claim_check(*services, owner, kPerClient));
  }
  Job claim(const std::string& owner) {
    auto job = try_claim(owner);
    if (!job) throw std::runtime_error("nothing to claim");
    return std::move(*job);
  }
  Outcome<std::optional<Asset>> check(const Job& job) {
    return check_upload(*services, job, [] { return true; });
  }
  std::int64_t jobs() {
    return value_of(store->read([&](Session& session) -> Outcome<std::int64_t> {
      STOREY_TRY(const auto depth, session.jobs().depth(JobKind::kVerify));
      return depth.queued + depth.leased;
    }));
  }
};

TEST_F(UploadChecksTest, ACheckIsMadeByWhoeverTakesItWithoutBeingAskedAgain) {
  const auto made = value_of(create_webhook(*services, client, "https://example.com/",
                                            std::vector<std::string>{"upload.finalized"}));
  const AssetId id = stored_check();
  EXPECT_EQ(upload_now(id).received_bytes, 12u);
  services = new_services();  // the process that was asked is gone
  const auto checked = value_of(check(claim("another")));
  ASSERT_TRUE(checked);
  EXPECT_EQ(checked->status, UploadStatus::kFinalized);
  EXPECT_EQ(blobs->read(upload_now(id).blob, 0, 100).value(), std::string(kFirst) + std::string(kSecond));
  EXPECT_EQ(blob_count(), 1u) << "the parts are gone";
  EXPECT_EQ(jobs(), 0);
  EXPECT_EQ(value_of(list_deliveries(*services, client, made.webhook.id, {})).total_count, 1);
  EXPECT_EQ(value_of(finalize(id)).status, UploadStatus::kFinalized);
  EXPECT_EQ(jobs(), 0);
}

TEST_F(UploadChecksTest, AskingAgainIsTheSameCheck) {
  const AssetId id = stored_check();
  EXPECT_EQ(value_of(finalize(id)).status, UploadStatus::kUploaded);
  const Job job = claim("a");
  EXPECT_EQ(value_of(finalize(id, named_parts(id))).status, UploadStatus::kUploaded);
  EXPECT_EQ(code_of(finalize(id, R"([{"PartNumber":1,"ETag":"other"}])")), FailureCode::kUploadMismatch)
      << "what is wrong is said at once";
  EXPECT_EQ(jobs(), 1);
  EXPECT_EQ(job_of(id)->lease_owner, job.lease_owner);
}

TEST_F(UploadChecksTest, TheRequestIsNamedInItsTrace) {
  const AssetId one = new_parts(), two = new_parts();
  value_of(finalize_upload(*services, client, one, std::nullopt, std::nullopt, "00-of-the-request"));
  value_of(finalize(two));
  EXPECT_EQ(job_of(one)->traceparent, "00-of-the-request");
  EXPECT_EQ(job_of(two)->traceparent, order_now(order.id).traceparent);
}

TEST_F(UploadChecksTest, ThePartsThatWereNamedAreThoseThatAreChecked) {
  const AssetId id = new_parts();
  value_of(finalize(id, named_parts(id)));
  receive(id, "7 8 9\n", 2);
  EXPECT_EQ(code_of(check(claim("a"))), FailureCode::kUploadMismatch);
  EXPECT_EQ(status(id), UploadStatus::kUploading) << "it is being sent anew";
  EXPECT_EQ(jobs(), 0);
  value_of(finalize(id, named_parts(id)));
  EXPECT_EQ(value_of(check(claim("a")))->status, UploadStatus::kFinalized);
  EXPECT_EQ(blobs->read(upload_now(id).blob, 0, 100).value(), "1 2 3\n7 8 9\n");
}

TEST_F(UploadChecksTest, PartsThatComeWhileTheyArePutTogetherAreThoseOfTheFile) {
  const AssetId id = stored_check();
  bool again = true;
  hooked.hook = [&](const auto&) -> Result<void> {
    if (std::exchange(again, false)) receive(id, "7 8 9\n", 2);
    return {};
  };
  EXPECT_EQ(value_of(check(claim("a")))->status, UploadStatus::kFinalized);
  EXPECT_EQ(blobs->read(upload_now(id).blob, 0, 100).value(), "1 2 3\n7 8 9\n");
  EXPECT_EQ(blob_count(), 1u);
}

TEST_F(UploadChecksTest, OtherBytesThanAnnouncedFailTheUpload) {
  const AssetId id = stored_check(std::string(64, '0'));
  EXPECT_EQ(code_of(check(claim("a"))), FailureCode::kUploadMismatch);
  EXPECT_EQ(status(id), UploadStatus::kFailed);
  EXPECT_EQ(jobs(), 0);
  EXPECT_EQ(blob_count(), 2u) << "the parts stay, what was made of them goes";
  EXPECT_EQ(code_of(finalize(id)), FailureCode::kUploadMismatch);
  EXPECT_EQ(jobs(), 0) << "the same bytes are not checked again";
}

TEST_F(UploadChecksTest, PartsOfAnUploadThatFailedStillCount) {
  settings.max_stored_bytes = 20;
  stored_check(std::string(64, '0'));
  EXPECT_EQ(code_of(check(claim("a"))), FailureCode::kUploadMismatch);
  NewUpload another;
  another.order_id = order.id;
  another.asset_type = "xyz";
  another.upload_type = "single";
  another.size_bytes = 9;
  EXPECT_EQ(code_of(initialize_upload(*services, client, another)), FailureCode::kQuotaExceeded);
}

TEST_F(UploadChecksTest, WhoLostItsLeaseKeepsNothing) {
  const AssetId id = stored_check(std::string(64, '0'));
  const AssetId good = stored_check();
  const Job bad_job = claim("a"), good_job = claim("a");
  clock.time += settings.job_lease + Seconds(1);
  const Job bad_again = claim("b"), good_again = claim("b");
  EXPECT_FALSE(value_of(check(good_job)));
  EXPECT_FALSE(value_of(check(bad_job)));
  EXPECT_EQ(status(good), UploadStatus::kUploaded);
  EXPECT_EQ(status(id), UploadStatus::kUploaded);
  EXPECT_EQ(blob_count(), 4u) << "the parts of both";
  EXPECT_EQ(code_of(check(bad_again)), FailureCode::kUploadMismatch);
  EXPECT_EQ(value_of(check(good_again))->status, UploadStatus::kFinalized);
}

TEST_F(UploadChecksTest, WhatIsGivenUpMeanwhileIsNotFinalizedAndLeavesNothing) {
  const auto cancel_uploads = [&] {
    for (const Asset& asset : value_of(list_assets(*services, order.id)))
      value_of(cancel_upload(*services, client, asset.id));
  };
  const std::vector<std::function<void()>> ways = {
      cancel_uploads, [&] { value_of(cancel_order(*services, client, order.id)); },
      [&] { value_of(delete_order(*services, client, order.id)); },
      [&] { value_of(delete_client(*services, client)); }};
  for (const auto& give_up : ways) {
    order = new_order();
    const AssetId under_way = stored_check();
    const Job job = claim("a");
    stored_check();  // and one that waits
    hooked.hook = [&](const auto&) -> Result<void> {
      give_up();
      return {};
    };
    EXPECT_FALSE(value_of(check(job)));
    hooked.hook = nullptr;
    EXPECT_EQ(job.asset_id, under_way);
    EXPECT_FALSE(try_claim("b"));
    EXPECT_EQ(blob_count(), 0u);
  }
}

TEST_F(UploadChecksTest, AnOrderWaitsForTheChecksOfItsUploads) {
  const Asset finalized = new_upload(order.id);
  receive(finalized.id, kFirst);
  value_of(finalize(finalized.id));
  const AssetId id = stored_check();
  EXPECT_EQ(code_of(finalize_order(*services, client, order.id)), FailureCode::kUploadIncomplete);
  const Job job = claim("a");
  EXPECT_EQ(code_of(finalize_order(*services, client, order.id)), FailureCode::kUploadIncomplete);
  value_of(check(job));
  EXPECT_EQ(value_of(finalize_order(*services, client, order.id)).status, OrderStatus::kInitialized);
  EXPECT_EQ(value_of(claim_conversion(*services, "a"))->scans.at(1).id, id);
}

TEST_F(UploadChecksTest, AddressesThatExpireMeanwhileDoNotEndACheck) {
  const AssetId id = stored_check();
  clock.time += settings.upload_lifetime + Seconds(600);
  EXPECT_EQ(value_of(keep_house(*services)).expired_uploads, 0);
  EXPECT_EQ(value_of(check(claim("a")))->status, UploadStatus::kFinalized);
  EXPECT_EQ(status(id), UploadStatus::kFinalized);
}

TEST_F(UploadChecksTest, AClientHasFewChecksUnderWay) {
  for (int i = 0; i < kPerClient; ++i) {
    stored_check();
    claim("a");
  }
  stored_check();
  EXPECT_FALSE(try_claim("a"));
  client = value_of(create_client(*services, {"Other", Tier::kStandard, std::nullopt})).client.id;
  order = new_order();
  const AssetId of_another = stored_check();
  EXPECT_EQ(claim("a").asset_id, of_another);
}

TEST_F(UploadChecksTest, TroubleLetsACheckWaitLongerEachTimeAndEndsInFailed) {
  const AssetId id = stored_check();
  hooked.hook = [](const auto&) { return fail(ErrorCode::kUnreadable, "the disk does not answer"); };
  const auto try_once = [&] {
    const Job job = claim("a");
    const auto checked = check(job);
    EXPECT_EQ(code_of(checked), FailureCode::kStorageUnavailable);
    return value_of(retry_check(*services, job, checked.error()));
  };
  Seconds wait = settings.job_retry_wait;
  for (int i = 1; i < settings.max_job_attempts; ++i, wait *= 4) {
    EXPECT_TRUE(try_once());
    clock.time += wait - Seconds(1);
    EXPECT_FALSE(try_claim("a"));
    clock.time += Seconds(1);
  }
  EXPECT_EQ(status(id), UploadStatus::kUploaded);
  EXPECT_FALSE(try_once());
  EXPECT_EQ(status(id), UploadStatus::kFailed);
  EXPECT_EQ(upload_now(id).failure->code, FailureCode::kStorageUnavailable);
  EXPECT_EQ(jobs(), 0);
  // Nothing is known against its bytes.
  hooked.hook = nullptr;
  EXPECT_EQ(value_of(finalize(id)).status, UploadStatus::kUploaded);
  EXPECT_EQ(value_of(check(claim("a")))->status, UploadStatus::kFinalized);
}

TEST_F(UploadChecksTest, WhoAsksAgainAfterTroubleDoesNotWaitForItsEnd) {
  const AssetId id = stored_check();
  EXPECT_TRUE(value_of(retry_check(*services, claim("a"), {FailureCode::kStorageUnavailable, "full"})));
  EXPECT_FALSE(try_claim("a"));
  value_of(finalize(id));
  EXPECT_EQ(jobs(), 1);
  EXPECT_EQ(claim("a").attempts, 1);
}

TEST_F(UploadChecksTest, ACheckWhoseWorkersDieIsNotBegunWithoutEnd) {
  const AssetId id = stored_check();
  for (int i = 0; i < settings.max_job_attempts; ++i) {
    claim("dies");
    clock.time += settings.job_lease + Seconds(1);
  }
  EXPECT_FALSE(try_claim("dies"));
  EXPECT_EQ(status(id), UploadStatus::kFailed);
  EXPECT_EQ(upload_now(id).failure->code, FailureCode::kInternalServerError);
  EXPECT_EQ(value_of(finalize(id)).status, UploadStatus::kUploaded);
  EXPECT_EQ(value_of(check(claim("a")))->status, UploadStatus::kFinalized);
}

}  // namespace
}  // namespace storey::service
