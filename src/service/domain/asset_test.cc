#include "service/domain/asset.h"

#include <gtest/gtest.h>

#include <set>

namespace storey::service {
namespace {

using enum UploadStatus;

const std::set<std::pair<UploadStatus, UploadStatus>> kAllowed = {
    {kPending, kUploading},  {kUploading, kUploading}, {kUploaded, kUploading}, {kFailed, kUploading},
    {kUploading, kUploaded}, {kUploaded, kFinalized},  {kPending, kFailed},     {kUploading, kFailed},
    {kUploaded, kFailed},    {kPending, kExpired},     {kUploading, kExpired},  {kUploaded, kExpired},
    {kFailed, kExpired},
};

TEST(UploadStatus, EveryTransitionIsAllowedOrRefused) {
  for (const UploadStatus from : kUploadStatuses) {
    for (const UploadStatus to : kUploadStatuses) {
      Asset asset;
      asset.status = from;
      const auto moved = move_upload(asset, to);
      const std::string step =
          std::string(upload_status_name(from)) + " to " + std::string(upload_status_name(to));
      EXPECT_EQ(moved.has_value(), kAllowed.contains({from, to})) << step;
      EXPECT_EQ(asset.status, moved ? to : from) << step;
      if (!moved) {
        EXPECT_EQ(moved.error().code == FailureCode::kUploadExpired, from == kExpired) << step;
      }
    }
  }
}

TEST(UploadStatus, NamesAreReadBack) {
  for (const UploadStatus status : kUploadStatuses)
    EXPECT_EQ(parse_upload_status(upload_status_name(status)), status);
}

TEST(Asset, PercentageIsOfTheBytesReceived) {
  Asset asset;
  asset.status = kUploading;
  EXPECT_EQ(asset.percentage(), 0) << "the size is not known";
  asset.expected_bytes = 200;
  asset.received_bytes = 50;
  EXPECT_EQ(asset.percentage(), 25);
  asset.size_bytes = 100;
  EXPECT_EQ(asset.percentage(), 50) << "what the client announced counts";
  asset.received_bytes = 300;
  EXPECT_EQ(asset.percentage(), 100);
}

TEST(Names, AreReadInAnyCaseOfLetters) {
  EXPECT_EQ(parse_asset_type("E57"), AssetType::kE57);
  EXPECT_EQ(parse_asset_type("Xyz"), AssetType::kXyz);
  EXPECT_FALSE(parse_asset_type("las"));
  EXPECT_EQ(parse_upload_type("SINGLE"), UploadType::kSingle);
  EXPECT_EQ(parse_upload_type("multi"), UploadType::kMulti);
  EXPECT_EQ(parse_upload_type("Url"), UploadType::kUrl);
  EXPECT_FALSE(parse_upload_type("carrier pigeon"));
}

}  // namespace
}  // namespace storey::service
