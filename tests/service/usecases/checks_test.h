// Uploads whose checks are jobs: a file in two parts.
#pragma once

#include "service/domain/try.h"
#include "service/usecases/jobs.h"
#include "service/usecases/upload_checks.h"
#include "test_services.h"
#include "wrapped_blobs.h"

namespace storey::service {

/// Does something before parts are put together. What it fails with, they are not put together for.
class HookedBlobs final : public WrappedBlobs {
 public:
  using Hook = std::function<Result<void>(const KeepGoing&)>;
  using WrappedBlobs::WrappedBlobs;
  Result<void> concatenate(const BlobId& id, const std::vector<BlobId>& parts,
                           const KeepGoing& keep_going) override {
    if (hook) {
      const auto done = hook(keep_going);
      if (!done) return done;
    }
    return wrapped.concatenate(id, parts, keep_going);
  }

  Hook hook;
};

class ChecksTest : public ServicesTest {
 protected:
  static constexpr int kPerClient = 2;
  static constexpr std::string_view kFirst = "1 2 3\n", kSecond = "4 5 6\n";

  ChecksTest() : hooked(*blobs), order(new_order()) { services = new_services(); }

  /// As another process has them.
  std::unique_ptr<Services> new_services() {
    return std::unique_ptr<Services>(
        new Services{*twice, hooked, clock, random, ids, addresses, key, settings});
  }

  /// All bytes of it are here.
  AssetId new_parts(const std::optional<std::string>& checksum = std::nullopt) {
    NewUpload wanted;
    wanted.order_id = order.id;
    wanted.asset_type = "xyz";
    wanted.upload_type = "multi";
    wanted.total_parts = 2;
    wanted.checksum_sha256 = checksum;
    const Asset asset = value_of(initialize_upload(*services, client, wanted));
    receive(asset.id, kFirst, 1);
    receive(asset.id, kSecond, 2);
    return asset.id;
  }

  /// The parts that are here, as clients name them.
  std::string named_parts(const AssetId& id) {
    std::string json = "[";
    for (const UploadedPart& part : value_of(list_uploaded_parts(*services, upload_now(id))))
      json += (json.size() > 1 ? "," : "") + std::string(R"({"PartNumber":)") + std::to_string(part.number) +
              R"(,"ETag":")" + part.etag + "\"}";
    return json + "]";
  }

  Outcome<Asset> finalize(const AssetId& id, const std::optional<std::string>& parts = std::nullopt) {
    return finalize_upload(*services, client, id, std::nullopt, parts);
  }
  Asset upload_now(const AssetId& id) { return value_of(get_asset(*services, client, id)); }
  UploadStatus status(const AssetId& id) { return upload_now(id).status; }
  std::optional<Job> job_of(const AssetId& id) {
    return value_of(store->read([&](Session& session) -> Outcome<std::optional<Job>> {
      STOREY_TRY(auto job, session.jobs().find(JobKind::kVerify, id));
      return job;
    }));
  }

  HookedBlobs hooked;
  Order order;
};

}  // namespace storey::service
