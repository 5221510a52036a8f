#include "service/usecases/upload_checks.h"

#include <algorithm>
#include <tuple>

#include "service/domain/scan_check.h"
#include "service/domain/try.h"
#include "service/usecases/announce.h"
#include "service/usecases/direct_uploads.h"
#include "service/usecases/file_digest.h"
#include "service/usecases/jobs.h"
#include "service/usecases/orders.h"
#include "service/usecases/uploads.h"

namespace storey::service {
namespace {

using KeepGoing = std::function<bool()>;
using Context = std::vector<std::pair<std::string, std::string>>;

Context context_of(const Asset& asset) {
  return {{"assetId", asset.id.text}, {"orderId", asset.order_id.text}};
}

/// The parts in their order: those the client named, or all there are. All must be there, as named.
Outcome<std::vector<UploadedPart>> chosen_parts(const Asset& asset, const std::vector<UploadedPart>& present,
                                                const std::vector<std::string>& etags) {
  const int count = etags.empty() ? asset.total_parts : static_cast<int>(etags.size());
  std::vector<UploadedPart> chosen;
  std::string missing;
  for (int number = 1; number <= count; ++number) {
    const auto found = std::find_if(present.begin(), present.end(),
                                    [&](const UploadedPart& part) { return part.number == number; });
    if (found == present.end())
      missing += (missing.empty() ? "" : ", ") + std::to_string(number);
    else if (!etags.empty() && etags[static_cast<std::size_t>(number) - 1] != found->etag)
      return refuse(
          FailureCode::kUploadMismatch,
          "part " + std::to_string(number) + " has another ETag; it was sent again since, or differs",
          context_of(asset));
    else
      chosen.push_back(*found);
  }
  if (!missing.empty())
    return refuse(FailureCode::kUploadIncomplete, "these parts are missing: " + missing, context_of(asset));
  return chosen;
}

Outcome<WholeUpload> whole_of_parts(const Asset& asset, const std::vector<UploadedPart>& present,
                                    const std::vector<std::string>& etags) {
  WholeUpload upload{asset, {}, 0};
  STOREY_TRY(upload.parts, chosen_parts(asset, present, etags));
  for (const UploadedPart& part : upload.parts) upload.bytes += part.size_bytes;
  return upload;
}

/// Whether the upload is FAILED although nobody knows anything against its bytes.
bool is_fault_of_service(const Asset& asset) { return asset.failure && !asset.failure->is_refusal(); }

/// Size, checksum and kind of the file against what was announced. Gives the size in bytes.
Outcome<std::uint64_t> check_bytes(Services& services, const Asset& asset, const BlobId& blob,
                                   const KeepGoing& keep_going) {
  STOREY_TRY(const std::uint64_t size, services.blobs.size(blob));
  if (size > services.settings.max_upload_bytes)
    return refuse(FailureCode::kQuotaExceeded, "the file is larger than this service takes",
                  context_of(asset));
  if (asset.size_bytes && *asset.size_bytes != size)
    return refuse(FailureCode::kUploadMismatch,
                  "the file was announced with " + std::to_string(*asset.size_bytes) + " bytes, but " +
                      std::to_string(size) + " arrived",
                  context_of(asset));
  if (asset.checksum_sha256) {
    std::string sha256 = asset.blob == blob ? asset.received_sha256 : std::string();
    if (sha256.empty()) {
      STOREY_TRY(const OpenBlob opened, services.blobs.open(blob, keep_going));
      STOREY_TRY(sha256, sha256_of(opened, keep_going));
    }
    if (sha256 != *asset.checksum_sha256)
      return refuse(FailureCode::kUploadMismatch,
                    "the file's SHA-256 is " + sha256 + ", not the one that was announced",
                    context_of(asset));
  }
  STOREY_TRY(const std::string head, services.blobs.read(blob, 0, kScanHeadBytes));
  auto checked = check_scan_head(asset.type, head, size);
  if (!checked) {
    checked.error().context = context_of(asset);
    return tl::make_unexpected(std::move(checked).error());
  }
  return size;
}

/// What was announced was counted then. Bytes that went by this service were counted as they came.
bool needs_room(const Services& services, const Asset& asset, std::uint64_t size) {
  return is_direct(services, asset) && size > asset.size_bytes.value_or(0);
}

/// The file that was checked is the upload's from now on: it was put together, or comes from the store
/// itself.
Outcome<void> keep_made(Services& services, Session& session, Asset& asset, const BlobId& blob,
                        std::uint64_t size) {
  if (needs_room(services, asset, size))
    STOREY_TRY_VOID(room_for(services, session, asset.client_id, asset.id, size));
  asset.received_bytes = size;
  asset.blob = blob;
  if (asset.status == UploadStatus::kUploaded) return {};
  return pass_upload(services, session, asset, UploadStatus::kUploaded);
}

struct Finished {
  std::optional<Asset> asset;  ///< nothing where the job was no longer the worker's
  std::vector<BlobId> spare;   ///< blobs that are of no more use
};

/// `job`: nothing for a check at once.
Outcome<Finished> keep_finalized(Services& services, const Job* job, const Asset& checked, const BlobId& blob,
                                 std::uint64_t size) {
  const ClientId& client = checked.client_id;
  return services.store.write([&](Session& session) -> Outcome<Finished> {
    Finished finished;
    session.ask_ahead([&] {
      if (job != nullptr) std::ignore = session.jobs().end(job->id, job->lease_owner);
      std::ignore = session.orders().find(client, checked.order_id);
      std::ignore = session.assets().find(checked.id);
      if (needs_room(services, checked, size))
        std::ignore = session.assets().stored_bytes(client, checked.id);
      std::ignore = session.webhooks().list(client);
    });
    if (job != nullptr) {
      STOREY_TRY(const bool mine, session.jobs().end(job->id, job->lease_owner));
      if (!mine) return Finished{std::nullopt, {blob}};
    }
    STOREY_TRY(Asset asset, require_asset(session, client, checked.id));
    if (asset.status == UploadStatus::kFinalized) return Finished{std::move(asset), {}};
    STOREY_TRY(const Order order, require_order(session, client, asset.order_id));
    STOREY_TRY_VOID(require_open(order, asset));
    if (job == nullptr && asset.blob != blob)
      return refuse(FailureCode::kUploadIncomplete, "the file was sent again meanwhile", context_of(asset));
    if (job != nullptr) {
      STOREY_TRY(const auto parts, session.assets().list_parts(asset.id));
      for (const UploadedPart& part : parts) finished.spare.push_back(part.blob);
      STOREY_TRY_VOID(session.assets().erase_parts(asset.id));
      STOREY_TRY_VOID(keep_made(services, session, asset, blob, size));
      if (blob != sent_blob(asset) && is_direct(services, asset)) finished.spare.push_back(sent_blob(asset));
    }
    STOREY_TRY_VOID(advance_upload(services, session, asset, UploadStatus::kFinalized));
    STOREY_TRY_VOID(announce_finalized_upload(services, session, order, asset));
    finished.asset = std::move(asset);
    return finished;
  });
}

Outcome<BlobId> assemble(Services& services, const WholeUpload& upload, const KeepGoing& keep_going) {
  std::vector<BlobId> blobs;
  for (const UploadedPart& part : upload.parts) blobs.push_back(part.blob);
  STOREY_TRY_VOID(check_disk(services, upload.bytes));
  const auto blob = services.ids.make<BlobId>();
  STOREY_TRY_VOID(services.blobs.concatenate(blob, blobs, keep_going));
  return blob;
}

/// Makes the file, checks it, and ends the job if it is what it should be. `spare`: blobs that are of no more
/// use once the upload is refused.
Outcome<std::optional<Asset>> make_and_check(Services& services, const Job& job, const WholeUpload& upload,
                                             const KeepGoing& keep_going, std::vector<BlobId>& spare) {
  const Asset& asset = upload.asset;
  const bool direct = is_direct(services, asset);
  STOREY_TRY(const BlobId blob, direct ? secure_sent_file(services, asset, upload.parts)
                                       : assemble(services, upload, keep_going));
  const bool is_copy = blob != sent_blob(asset);
  const auto size = check_bytes(services, asset, blob, keep_going);
  if (!size) {
    if (is_copy) static_cast<void>(services.blobs.erase(blob));
    if (direct) spare.push_back(sent_blob(asset));
    return tl::make_unexpected(size.error());
  }
  auto finished = keep_finalized(services, &job, asset, blob, *size);
  if (!finished) {
    if (finished.error().is_refusal() && is_copy) static_cast<void>(services.blobs.erase(blob));
    if (!is_copy) spare.push_back(blob);
    return tl::make_unexpected(std::move(finished).error());
  }
  // Another worker may be about to take what was put together where it was sent.
  if (finished->asset || is_copy) erase_blobs(services, finished->spare);
  return std::move(finished->asset);
}

Outcome<WholeUpload> find_whole_upload(Services& services, const Job& job) {
  STOREY_TRY(const Asset asset, get_asset(services, job.client_id, job.asset_id));
  if (is_direct(services, asset)) return find_sent_parts(services, asset, job.etags);
  // Its parts are gone once it is FINALIZED: one transaction reads both.
  return services.store.read([&](Session& session) -> Outcome<WholeUpload> {
    STOREY_TRY(const Asset now, require_asset(session, job.client_id, job.asset_id));
    return find_kept_parts(session, now, job.etags);
  });
}

/// Parts that come again while they are put together are put together as they are then.
Outcome<std::optional<Asset>> check_as_it_comes(Services& services, const Job& job,
                                                const KeepGoing& keep_going, std::vector<BlobId>& spare) {
  STOREY_TRY(const WholeUpload upload, find_whole_upload(services, job));
  auto checked = make_and_check(services, job, upload, keep_going, spare);
  if (checked || checked.error().is_refusal() || !keep_going()) return checked;
  STOREY_TRY(const WholeUpload again, find_whole_upload(services, job));
  return again.parts == upload.parts ? checked : make_and_check(services, job, again, keep_going, spare);
}

}  // namespace

bool takes_long(const Services& services, const Asset& asset) {
  return asset.upload_type == UploadType::kMulti || is_direct(services, asset);
}

tl::unexpected<Failure> stored_failure(const Asset& asset) {
  Failure failure = asset.failure.value_or(Failure(FailureCode::kUploadMismatch, "the upload failed"));
  failure.context = context_of(asset);
  return tl::make_unexpected(std::move(failure));
}

Outcome<void> require_open(const Order& order, const Asset& asset) {
  if (order.status == OrderStatus::kUploading) return {};
  return refuse(FailureCode::kInvalidOrderState, "the order takes no more uploads", context_of(asset));
}

Outcome<void> require_checkable(const Services& services, const Asset& asset) {
  const bool overdue = asset.expires <= services.clock.now() && asset.upload_type != UploadType::kUrl;
  switch (asset.status) {
    case UploadStatus::kFailed:
      // The service was at fault, or it may have been sent anew.
      if (takes_long(services, asset) && is_fault_of_service(asset)) return {};
      if (is_direct(services, asset) && !overdue) return {};
      return stored_failure(asset);
    case UploadStatus::kPending:
    case UploadStatus::kUploading:
      if (overdue) break;
      if (is_direct(services, asset)) return {};  // what has come is seen in the store
      if (asset.status == UploadStatus::kUploading && asset.upload_type == UploadType::kMulti) return {};
      return refuse(FailureCode::kUploadIncomplete, "the bytes of the file are not all here yet",
                    context_of(asset));
    case UploadStatus::kExpired:
      break;
    case UploadStatus::kUploaded:
    case UploadStatus::kFinalized:
      return {};
  }
  return refuse(FailureCode::kUploadExpired, "the upload's address has expired; initialize another upload",
                context_of(asset));
}

Outcome<WholeUpload> find_kept_parts(Session& session, const Asset& asset,
                                     const std::vector<std::string>& etags) {
  STOREY_TRY(const auto present, session.assets().list_parts(asset.id));
  return whole_of_parts(asset, present, etags);
}

Outcome<WholeUpload> find_sent_parts(Services& services, const Asset& asset,
                                     const std::vector<std::string>& etags) {
  STOREY_TRY(const auto size, size_of_sent_file(services, asset));
  if (size) return WholeUpload{asset, {}, *size};
  if (asset.status == UploadStatus::kFailed && !is_fault_of_service(asset)) return stored_failure(asset);
  if (asset.upload_type != UploadType::kMulti)
    return refuse(FailureCode::kUploadIncomplete, "the bytes of the file are not all here yet",
                  context_of(asset));
  STOREY_TRY(const auto present, list_sent_parts(services, asset));
  return whole_of_parts(asset, present, etags);
}

Outcome<Asset> check_at_once(Services& services, const Asset& asset) {
  const auto size = check_bytes(services, asset, asset.blob, [] { return true; });
  if (size) {
    STOREY_TRY(auto finished, keep_finalized(services, nullptr, asset, asset.blob, *size));
    return std::move(*finished.asset);
  }
  // So that everybody can see it.
  if (size.error().code == FailureCode::kUploadMismatch || size.error().code == FailureCode::kInvalidFile)
    STOREY_TRY_VOID(services.store.write(
        [&](Session& session) { return fail_upload(services, session, asset.id, size.error()); }));
  return tl::make_unexpected(size.error());
}

Outcome<std::optional<Asset>> check_upload(Services& services, const Job& job,
                                           const std::function<bool()>& keep_going) {
  std::vector<BlobId> spare;
  auto checked = check_as_it_comes(services, job, keep_going, spare);
  if (checked || !checked.error().is_refusal()) return checked;
  STOREY_TRY(const bool mine, fail_check(services, job, checked.error()));
  if (!mine) return std::nullopt;
  erase_blobs(services, spare);
  return checked;
}

}  // namespace storey::service
