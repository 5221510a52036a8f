#include "service/usecases/uploads.h"

#include "service/domain/try.h"
#include "service/usecases/jobs.h"
#include "service/usecases/retention.h"
#include "test_services.h"

namespace storey::service {
namespace {

class UploadsTest : public ServicesTest {
 protected:
  UploadsTest() : order(new_order()) {}

  NewUpload wanted(const std::string& upload_type) const {
    NewUpload upload;
    upload.order_id = order.id;
    upload.asset_type = "xyz";
    upload.upload_type = upload_type;
    return upload;
  }
  Outcome<Asset> finalize(const AssetId& id, const std::optional<std::string>& parts = std::nullopt) {
    return finalize_upload(*services, client, id, std::nullopt, parts);
  }
  UploadStatus status(const AssetId& id) { return value_of(get_asset(*services, client, id)).status; }

  Order order;
};

TEST_F(UploadsTest, BytesThatBreakOffLeaveNothing) {
  const Asset asset = new_upload(order.id);
  {
    auto reception = value_of(Reception::begin(*services, asset.id, 0, 100));
    value_of(reception.write(std::string_view("1 2 3\n")));
    EXPECT_EQ(code_of(reception.complete()), FailureCode::kUploadMismatch);
  }
  EXPECT_EQ(blob_count(), 0u);
  EXPECT_EQ(code_of(finalize(asset.id)), FailureCode::kUploadIncomplete);
}

TEST_F(UploadsTest, ProgressIsToldToEveryNode) {
  const Asset asset = new_upload(order.id);
  const auto told = [&] {
    const auto logged = value_of(store->read([&](Session& session) -> Outcome<std::vector<LoggedEvent>> {
      STOREY_TRY(auto found, session.events().read_after(0, 100));
      return found;
    }));
    std::vector<double> shares;
    for (const LoggedEvent& entry : logged)
      if (const auto* change = std::get_if<UploadChange>(&entry.event)) shares.push_back(change->percentage);
    return shares;
  };
  auto reception = value_of(Reception::begin(*services, asset.id, 0, 1000));
  const std::string piece(250, '1');
  value_of(reception.write(piece));
  value_of(reception.write(piece));
  EXPECT_EQ(told(), (std::vector<double>{0, 25})) << "the second piece came too soon after the first";
  clock.time += kProgressInterval;
  value_of(reception.write(std::string_view("1")));
  EXPECT_EQ(told(), (std::vector<double>{0, 25, 50.1}));
  EXPECT_EQ(value_of(get_asset(*services, client, asset.id)).received_bytes, 501u);
  clock.time += kProgressInterval;
  value_of(reception.write(std::string_view("1")));
  EXPECT_EQ(told().size(), 3u) << "less than a percent is not worth it";
}

TEST_F(UploadsTest, PartsOnTheirWayTogetherNeverGoBack) {
  NewUpload upload = wanted("multi");
  upload.total_parts = 2;
  upload.size_bytes = 100;
  const Asset asset = value_of(initialize_upload(*services, client, upload));
  const auto percentage = [&] { return value_of(get_asset(*services, client, asset.id)).percentage(); };
  auto first = value_of(Reception::begin(*services, asset.id, 1, 60));
  auto second = value_of(Reception::begin(*services, asset.id, 2, 40));
  value_of(first.write(std::string(50, '1')));
  EXPECT_EQ(percentage(), 50);
  value_of(second.write(std::string(20, '1')));
  EXPECT_EQ(percentage(), 70);
  value_of(second.write(std::string(20, '1')));
  value_of(second.complete());
  EXPECT_EQ(percentage(), 90);
  clock.time += kProgressInterval;
  value_of(first.write(std::string(10, '1')));
  EXPECT_EQ(percentage(), 100);
}

TEST_F(UploadsTest, BytesSentAgainReplaceTheFormerOnes) {
  const Asset asset = new_upload(order.id);
  receive(asset.id, "9 9 9\n");
  receive(asset.id, "1 2 3\n4 5 6\n");
  EXPECT_EQ(blob_count(), 1u);
  EXPECT_EQ(value_of(finalize(asset.id)).received_bytes, 12u);
}

TEST_F(UploadsTest, MoreBytesThanAnnouncedAreRefusedAtOnce) {
  NewUpload upload = wanted("single");
  upload.size_bytes = 6;
  const Asset asset = value_of(initialize_upload(*services, client, upload));
  EXPECT_EQ(code_of(Reception::begin(*services, asset.id, 0, 7)), FailureCode::kUploadMismatch);
  auto reception = value_of(Reception::begin(*services, asset.id, 0, std::nullopt));
  EXPECT_EQ(code_of(reception.write(std::string_view("1 2 3 4\n"))), FailureCode::kUploadMismatch);
}

TEST_F(UploadsTest, TheSizeLimitHoldsWithoutAnAnnouncement) {
  settings.max_upload_bytes = 5;
  const Asset asset = new_upload(order.id);
  auto reception = value_of(Reception::begin(*services, asset.id, 0, std::nullopt));
  EXPECT_EQ(code_of(reception.write(std::string_view("1 2 3\n"))), FailureCode::kQuotaExceeded);
}

TEST_F(UploadsTest, AChecksumIsCheckedWhileReceiving) {
  NewUpload upload = wanted("single");
  upload.checksum_sha256 = to_hex(as_text(sha256("1 2 3\n")));
  const Asset asset = value_of(initialize_upload(*services, client, upload));
  receive(asset.id, "1 2 4\n");
  EXPECT_EQ(code_of(finalize(asset.id)), FailureCode::kUploadMismatch);
  EXPECT_EQ(status(asset.id), UploadStatus::kFailed);
  receive(asset.id, "1 2 3\n");
  EXPECT_TRUE(finalize(asset.id));
}

TEST_F(UploadsTest, PartsAreChosenByTheService) {
  settings.part_size_bytes = 10;
  settings.max_parts = 4;
  NewUpload upload = wanted("multi");
  upload.size_bytes = 35;
  EXPECT_EQ(value_of(initialize_upload(*services, client, upload)).total_parts, 4);
  upload.size_bytes = 100;
  const Asset larger = value_of(initialize_upload(*services, client, upload));
  EXPECT_EQ(larger.part_size, 25u) << "more than four parts are not allowed";
  EXPECT_EQ(larger.total_parts, 4);
}

TEST_F(UploadsTest, AnUploadInPartsTakesItsPartsAndNeedsThemAll) {
  NewUpload upload = wanted("multi");
  upload.total_parts = 2;
  const Asset asset = value_of(initialize_upload(*services, client, upload));
  receive(asset.id, "1 2", 1);
  EXPECT_EQ(code_of(finalize(asset.id)), FailureCode::kUploadIncomplete);
  EXPECT_EQ(code_of(Reception::begin(*services, asset.id, 3, std::nullopt)), FailureCode::kBadUserInput);
  EXPECT_EQ(code_of(Reception::begin(*services, asset.id, 0, std::nullopt)), FailureCode::kBadUserInput);
}

TEST_F(UploadsTest, UploadsExpire) {
  const Asset asset = new_upload(order.id);
  clock.time += settings.upload_lifetime + Seconds(600);
  EXPECT_EQ(code_of(finalize(asset.id)), FailureCode::kUploadExpired);
  EXPECT_EQ(value_of(keep_house(*services)).expired_uploads, 1);
  EXPECT_EQ(status(asset.id), UploadStatus::kExpired);
}

TEST_F(UploadsTest, NothingIsTakenInForAnOrderThatHasGoneOn) {
  const Asset asset = new_upload(order.id);
  auto reception = value_of(Reception::begin(*services, asset.id, 0, std::nullopt));
  value_of(reception.write(std::string_view("1 2 3\n")));
  value_of(cancel_order(*services, client, order.id));
  EXPECT_EQ(code_of(reception.complete()), FailureCode::kInvalidOrderState);
  EXPECT_EQ(blob_count(), 0u);
}

TEST_F(UploadsTest, AFetchThatWaitsKeepsTheOrderOpen) {
  const Asset sent = new_upload(order.id);
  receive(sent.id, "1 2 3\n");
  value_of(finalize(sent.id));
  NewUpload upload = wanted("url");
  upload.source_url = "https://example.com/scan.xyz";
  const Asset fetched = value_of(initialize_upload(*services, client, upload));
  clock.time += settings.upload_lifetime + Seconds(600);
  value_of(keep_house(*services));
  EXPECT_EQ(code_of(finalize_order(*services, client, order.id)), FailureCode::kUploadIncomplete);
  EXPECT_EQ(status(fetched.id), UploadStatus::kPending);
  receive(fetched.id, "4 5 6\n");
  value_of(finalize(fetched.id));
  value_of(finalize_order(*services, client, order.id));
  EXPECT_EQ(value_of(claim_conversion(*services, "a"))->scans.size(), 2u);
}

TEST_F(UploadsTest, ACancelledUploadLeavesNothing) {
  NewUpload upload = wanted("multi");
  upload.total_parts = 2;
  const Asset parts = value_of(initialize_upload(*services, client, upload));
  receive(parts.id, "1 2", 1);
  const Asset whole = new_upload(order.id);
  receive(whole.id, "1 2 3\n");
  auto under_way = value_of(Reception::begin(*services, whole.id, 0, std::nullopt));
  value_of(under_way.write(std::string_view("1 2 3\n")));
  for (const AssetId& id : {parts.id, whole.id, whole.id})
    EXPECT_EQ(value_of(cancel_upload(*services, client, id)).status, UploadStatus::kExpired);
  EXPECT_EQ(code_of(under_way.complete()), FailureCode::kUploadExpired);
  EXPECT_EQ(blob_count(), 0u);
  EXPECT_EQ(code_of(Reception::begin(*services, parts.id, 2, std::nullopt)), FailureCode::kUploadExpired);

  const Asset good = new_upload(order.id);
  receive(good.id, "1 2 3\n");
  value_of(finalize(good.id));
  EXPECT_EQ(code_of(cancel_upload(*services, client, good.id)), FailureCode::kInvalidOrderState);
  EXPECT_EQ(value_of(finalize_order(*services, client, order.id)).status, OrderStatus::kInitialized);
}

TEST_F(UploadsTest, ACancelledFetchIsNotMade) {
  NewUpload upload = wanted("url");
  upload.source_url = "https://example.com/scan.xyz";
  const Asset asset = value_of(initialize_upload(*services, client, upload));
  value_of(cancel_upload(*services, client, asset.id));
  EXPECT_FALSE(value_of(claim_fetch(*services, "a", 2)));
  EXPECT_EQ(code_of(cancel_upload(*services, client, AssetId("nothing"))), FailureCode::kAssetNotFound);
}

TEST_F(UploadsTest, AFetchIsAJob) {
  NewUpload upload = wanted("url");
  upload.source_url = "https://example.com/scan.xyz";
  const Asset asset = value_of(initialize_upload(*services, client, upload));
  const auto claimed = value_of(claim_fetch(*services, "a", 2));
  ASSERT_TRUE(claimed);
  EXPECT_EQ(claimed->asset.source_url, upload.source_url);
  value_of(end_fetch(*services, claimed->job, Failure(FailureCode::kUploadIncomplete, "no answer")));
  EXPECT_EQ(status(asset.id), UploadStatus::kFailed);
  upload.source_url = "https://private/";
  EXPECT_EQ(code_of(initialize_upload(*services, client, upload)), FailureCode::kInvalidWebhookUrl);
}

TEST_F(UploadsTest, BytesOfAClientAreBoundedFromTheirAnnouncementOn) {
  settings.max_stored_bytes = 100;
  NewUpload wanted;
  wanted.order_id = order.id;
  wanted.asset_type = "xyz";
  wanted.upload_type = "single";
  wanted.size_bytes = 60;
  const Asset first = value_of(initialize_upload(*services, client, wanted));
  EXPECT_EQ(code_of(initialize_upload(*services, client, wanted)), FailureCode::kQuotaExceeded);
  wanted.size_bytes.reset();
  const Asset second = value_of(initialize_upload(*services, client, wanted));
  EXPECT_EQ(code_of(Reception::begin(*services, second.id, 0, 41)), FailureCode::kQuotaExceeded);
  auto unannounced = value_of(Reception::begin(*services, second.id, 0, std::nullopt));
  value_of(unannounced.write(std::string(40, 'x')));
  EXPECT_EQ(code_of(unannounced.write("y")), FailureCode::kQuotaExceeded);
  receive(first.id, std::string(60, 'x'));
  value_of(delete_order(*services, client, order.id));
  wanted.order_id = new_order().id;
  wanted.size_bytes = 100;
  value_of(initialize_upload(*services, client, wanted));
}

TEST_F(UploadsTest, WhatIsAnnouncedIsGivenBackWhenItsOrderIsCancelled) {
  settings.max_stored_bytes = 100;
  NewUpload upload = wanted("single");
  upload.size_bytes = 100;
  value_of(initialize_upload(*services, client, upload));
  value_of(cancel_order(*services, client, order.id));
  upload.order_id = new_order().id;
  value_of(initialize_upload(*services, client, upload));
}

TEST_F(UploadsTest, PartsOnTheirWayTogetherShareTheRoom) {
  constexpr std::size_t kPiece = 32 << 20;
  settings.max_stored_bytes = 4 * kPiece;
  NewUpload upload = wanted("multi");
  upload.total_parts = 2;
  const Asset asset = value_of(initialize_upload(*services, client, upload));
  auto first = value_of(Reception::begin(*services, asset.id, 1, std::nullopt));
  auto second = value_of(Reception::begin(*services, asset.id, 2, std::nullopt));
  const std::string piece(kPiece, '1');
  for (int i = 0; i < 2; ++i) {
    value_of(first.write(piece));
    value_of(second.write(piece));
  }
  value_of(first.write(piece));  // within the step after which it is looked again
  EXPECT_EQ(code_of(first.write(piece)), FailureCode::kQuotaExceeded);
}

TEST_F(UploadsTest, ATransferThatANewerOneEndedKeepsNothing) {
  const Asset asset = new_upload(order.id);
  auto older = value_of(Reception::begin(*services, asset.id, 0, std::nullopt));
  value_of(older.write(std::string_view("1 2 3\n")));
  auto newer = value_of(Reception::begin(*services, asset.id, 0, std::nullopt));
  EXPECT_EQ(code_of(older.complete()), FailureCode::kInvalidOrderState);
  value_of(newer.write(std::string_view("4 5 6\n")));
  value_of(newer.complete());
  EXPECT_EQ(blob_count(), 1u);
}

TEST_F(UploadsTest, ATransferThatIsRefusedEndsNoOther) {
  NewUpload upload = wanted("single");
  upload.size_bytes = 6;
  const Asset asset = value_of(initialize_upload(*services, client, upload));
  auto reception = value_of(Reception::begin(*services, asset.id, 0, 6));
  EXPECT_EQ(code_of(Reception::begin(*services, asset.id, 0, 7)), FailureCode::kUploadMismatch);
  value_of(reception.write(std::string_view("1 2 3\n")));
  value_of(reception.complete());
}

TEST_F(UploadsTest, ANewerTransferEndsTheOlderAndAClientHasFew) {
  settings.max_transfers = 2;
  const Asset asset = new_upload(order.id), other = new_upload(order.id), third = new_upload(order.id);
  auto older = value_of(Reception::begin(*services, asset.id, 0, std::nullopt));
  value_of(older.write("1 2"));
  {
    auto newer = value_of(Reception::begin(*services, asset.id, 0, std::nullopt));
    EXPECT_EQ(code_of(older.write(" 3")), FailureCode::kInvalidOrderState);
    EXPECT_EQ(code_of(Reception::begin(*services, other.id, 0, std::nullopt)), FailureCode::kRateLimited);
    value_of(newer.write("1 2 3\n"));
    value_of(newer.complete());
  }
  value_of(Reception::begin(*services, third.id, 0, std::nullopt));
}

TEST_F(UploadsTest, ADiskThatIsNearlyFullTakesNoScans) {
  const NewUpload upload = wanted("single");
  const Asset asset = value_of(initialize_upload(*services, client, upload));
  auto reception = value_of(Reception::begin(*services, asset.id, 0, std::nullopt));
  settings.min_free_bytes = ~std::uint64_t{0};
  EXPECT_EQ(code_of(initialize_upload(*services, client, upload)), FailureCode::kStorageUnavailable);
  EXPECT_EQ(code_of(Reception::begin(*services, asset.id, 0, std::nullopt)),
            FailureCode::kStorageUnavailable);
  EXPECT_EQ(code_of(reception.write(std::string(64 << 20, '1'))), FailureCode::kStorageUnavailable);
}

TEST_F(UploadsTest, AFileThatWouldFillTheDiskIsNotBegun) {
  const std::uint64_t free = blobs->free_bytes().value().value();
  settings.max_upload_bytes = settings.max_stored_bytes = ~std::uint64_t{0} >> 2;
  NewUpload upload = wanted("single");
  upload.size_bytes = free;
  EXPECT_EQ(code_of(initialize_upload(*services, client, upload)), FailureCode::kStorageUnavailable);
}

TEST_F(UploadsTest, ExpiredUploadsAndForgottenDraftsLeaveNothingBehind) {
  NewUpload wanted;
  wanted.order_id = order.id;
  wanted.asset_type = "xyz";
  wanted.upload_type = "multi";
  wanted.total_parts = 2;
  const Asset parts = value_of(initialize_upload(*services, client, wanted));
  receive(parts.id, "1 2 3\n", 1);
  const Asset whole = new_upload(order.id);
  receive(whole.id, "1 2 3\n");
  EXPECT_EQ(blob_count(), 2u);
  clock.time += settings.upload_lifetime + Seconds(1);
  EXPECT_EQ(value_of(keep_house(*services)).expired_uploads, 1);
  EXPECT_EQ(blob_count(), 1u) << "what has arrived whole waits to be finalized";
  clock.time += settings.retain_drafts - settings.upload_lifetime - Seconds(1);
  EXPECT_EQ(value_of(keep_house(*services)).cancelled_drafts, 0);
  clock.time += Seconds(1);
  EXPECT_EQ(value_of(keep_house(*services)).cancelled_drafts, 1);
  EXPECT_EQ(order_now(order.id).status, OrderStatus::kCancelled);
  EXPECT_EQ(blob_count(), 0u);
}

}  // namespace
}  // namespace storey::service
