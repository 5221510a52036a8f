#include <boost/json.hpp>
#include <tuple>

#include "service/domain/scan_check.h"
#include "service/domain/try.h"
#include "service/usecases/announce.h"
#include "service/usecases/direct_uploads.h"
#include "service/usecases/file_digest.h"
#include "service/usecases/input.h"
#include "service/usecases/orders.h"
#include "service/usecases/uploads.h"

namespace storey::service {
namespace {

using Context = std::vector<std::pair<std::string, std::string>>;

Context context_of(const Asset& asset) {
  return {{"assetId", asset.id.text}, {"orderId", asset.order_id.text}};
}

tl::unexpected<Failure> bad_parts(std::string message) { return bad_field("parts", std::move(message)); }

std::string_view without_quotes(std::string_view etag) {
  if (etag.size() >= 2 && etag.front() == '"' && etag.back() == '"') return etag.substr(1, etag.size() - 2);
  return etag;
}

/// The parts in their order: those the client named, or all there are. All must be there, as named.
Outcome<std::vector<UploadedPart>> chosen_parts(const Asset& asset, const std::vector<UploadedPart>& present,
                                                const std::optional<std::vector<NamedPart>>& named) {
  std::vector<NamedPart> wanted;
  if (named)
    wanted = *named;
  else
    for (int number = 1; number <= asset.total_parts; ++number) wanted.push_back({number, ""});
  std::vector<UploadedPart> chosen;
  std::string missing;
  for (const NamedPart& name : wanted) {
    const auto found = std::find_if(present.begin(), present.end(),
                                    [&](const UploadedPart& part) { return part.number == name.number; });
    if (found == present.end()) {
      missing += (missing.empty() ? "" : ", ") + std::to_string(name.number);
    } else if (named && without_quotes(name.etag) != found->etag) {
      return refuse(
          FailureCode::kUploadMismatch,
          "part " + std::to_string(name.number) + " has another ETag; it was sent again since, or differs",
          context_of(asset));
    } else {
      chosen.push_back(*found);
    }
  }
  if (!missing.empty())
    return refuse(FailureCode::kUploadIncomplete, "these parts are missing: " + missing, context_of(asset));
  return chosen;
}

/// What the present status says about finalizing: whether the bytes are to be checked now.
Outcome<void> check_status(Services& services, const Asset& asset) {
  const bool overdue = asset.expires <= services.clock.now() && asset.upload_type != UploadType::kUrl;
  switch (asset.status) {
    case UploadStatus::kFailed: {
      if (is_direct(services, asset) && !overdue) return {};  // it may have been sent anew
      Failure failure = asset.failure.value_or(Failure(FailureCode::kUploadMismatch, "the upload failed"));
      failure.context = context_of(asset);
      return tl::make_unexpected(std::move(failure));
    }
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

/// Size, checksum and kind of the file against what was announced. Gives the size in bytes.
Outcome<std::uint64_t> check_bytes(Services& services, const Asset& asset, const BlobId& blob,
                                   const std::atomic<bool>& stop) {
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
      STOREY_TRY(const OpenBlob opened, services.blobs.open(blob));
      STOREY_TRY(sha256, sha256_of(opened, stop));
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

/// Keeps that the bytes are not what they should be, so that everybody can see it.
Outcome<void> keep_failure(Services& services, const AssetId& id, const Failure& failure) {
  return services.store.write([&](Session& session) -> Outcome<void> {
    STOREY_TRY(auto asset, session.assets().find(id));
    if (!asset || !may_become(asset->status, UploadStatus::kFailed)) return {};
    asset->failure = failure;
    return advance_upload(services, session, *asset, UploadStatus::kFailed);
  });
}

/// Whether finalizing makes the file: of parts, or of what the client sent to the store.
bool is_made(const Services& services, const Asset& asset) {
  return asset.upload_type == UploadType::kMulti || is_direct(services, asset);
}

struct Finished {
  Asset asset;
  std::vector<BlobId> spare;  ///< blobs that are of no more use
};

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
  asset.failure.reset();
  if (asset.status == UploadStatus::kPending || asset.status == UploadStatus::kFailed)
    STOREY_TRY_VOID(pass_upload(services, session, asset, UploadStatus::kUploading));
  if (asset.status == UploadStatus::kUploaded) return {};
  return pass_upload(services, session, asset, UploadStatus::kUploaded);
}

Outcome<Finished> keep_finalized(Services& services, const ClientId& client, const Asset& checked,
                                 const BlobId& blob, std::uint64_t size) {
  return services.store.write([&](Session& session) -> Outcome<Finished> {
    Finished finished;
    session.ask_ahead([&] {
      std::ignore = session.orders().find(client, checked.order_id);
      std::ignore = session.assets().find(checked.id);
      if (needs_room(services, checked, size))
        std::ignore = session.assets().stored_bytes(client, checked.id);
      std::ignore = session.webhooks().list(client);
    });
    STOREY_TRY(finished.asset, require_asset(session, client, checked.id));
    Asset& asset = finished.asset;
    if (asset.status == UploadStatus::kFinalized) {
      if (asset.blob != blob) finished.spare.push_back(blob);
      return finished;
    }
    STOREY_TRY(const Order order, require_order(session, client, asset.order_id));
    if (order.status != OrderStatus::kUploading)
      return refuse(FailureCode::kInvalidOrderState, "the order takes no more uploads", context_of(asset));
    if (asset.upload_type == UploadType::kMulti) {
      STOREY_TRY(const auto parts, session.assets().list_parts(asset.id));
      for (const UploadedPart& part : parts) finished.spare.push_back(part.blob);
      STOREY_TRY_VOID(session.assets().erase_parts(asset.id));
    }
    if (is_made(services, asset)) {
      STOREY_TRY_VOID(keep_made(services, session, asset, blob, size));
      if (blob != sent_blob(asset) && is_direct(services, asset)) finished.spare.push_back(sent_blob(asset));
    } else if (asset.blob != blob) {
      return refuse(FailureCode::kUploadIncomplete, "the file was sent again meanwhile", context_of(asset));
    }
    STOREY_TRY_VOID(advance_upload(services, session, asset, UploadStatus::kFinalized));
    STOREY_TRY_VOID(announce_finalized_upload(services, session, order, asset));
    return finished;
  });
}

/// All bytes are here: while they are put together and checked, the upload is UPLOADED.
Outcome<void> keep_uploaded(Services& services, const AssetId& id, const std::vector<UploadedPart>& parts) {
  return services.store.write([&](Session& session) -> Outcome<void> {
    STOREY_TRY(auto asset, session.assets().find(id));
    if (!asset || asset->status != UploadStatus::kUploading) return {};
    asset->received_bytes = 0;
    for (const UploadedPart& part : parts) asset->received_bytes += part.size_bytes;
    return advance_upload(services, session, *asset, UploadStatus::kUploaded);
  });
}

Outcome<BlobId> assemble(Services& services, const Asset& asset, const std::vector<UploadedPart>& parts) {
  STOREY_TRY_VOID(keep_uploaded(services, asset.id, parts));
  std::vector<BlobId> blobs;
  std::uint64_t bytes = 0;
  for (const UploadedPart& part : parts) {
    blobs.push_back(part.blob);
    bytes += part.size_bytes;
  }
  STOREY_TRY_VOID(check_disk(services, bytes));
  const auto blob = services.ids.make<BlobId>();
  STOREY_TRY_VOID(services.blobs.concatenate(blob, blobs));
  return blob;
}

bool is_verdict(FailureCode code) {
  return code == FailureCode::kUploadMismatch || code == FailureCode::kInvalidFile;
}

/// Checks the file, which is put together of `parts` if it came so, and keeps the verdict.
Outcome<Asset> verify(Services& services, const Asset& asset, const std::vector<UploadedPart>& parts,
                      const std::atomic<bool>& stop) {
  const bool made = is_made(services, asset);
  const bool direct = is_direct(services, asset);
  BlobId blob = asset.blob;
  if (made) {
    STOREY_TRY(blob, direct ? secure_sent_file(services, asset, parts) : assemble(services, asset, parts));
  }
  const auto size = check_bytes(services, asset, blob, stop);
  if (!size) {
    const bool verdict = is_verdict(size.error().code);
    if (made && (!direct || blob != sent_blob(asset))) static_cast<void>(services.blobs.erase(blob));
    if (direct && size.error().is_refusal()) static_cast<void>(services.blobs.erase(sent_blob(asset)));
    if (verdict) STOREY_TRY_VOID(keep_failure(services, asset.id, size.error()));
    return tl::make_unexpected(size.error());
  }
  auto finished = keep_finalized(services, asset.client_id, asset, blob, *size);
  if (!finished) {
    if (made && finished.error().is_refusal()) static_cast<void>(services.blobs.erase(blob));
    return tl::make_unexpected(finished.error());
  }
  erase_blobs(services, finished->spare);
  return std::move(finished->asset);
}

struct WholeUpload {
  Asset asset;
  std::vector<UploadedPart> parts;  ///< of a file in parts that is to be put together, in their order
};

/// The upload, if all of its bytes are here. Its parts are gone once it is FINALIZED, so one transaction
/// reads both.
Outcome<WholeUpload> find_kept_upload(Services& services, const ClientId& client, const AssetId& id,
                                      const std::optional<std::vector<NamedPart>>& named) {
  return services.store.read([&](Session& session) -> Outcome<WholeUpload> {
    WholeUpload upload;
    STOREY_TRY(upload.asset, require_asset(session, client, id));
    if (upload.asset.status == UploadStatus::kFinalized) return upload;
    STOREY_TRY_VOID(check_status(services, upload.asset));
    if (upload.asset.upload_type != UploadType::kMulti) return upload;
    STOREY_TRY(const auto present, session.assets().list_parts(id));
    STOREY_TRY(upload.parts, chosen_parts(upload.asset, present, named));
    return upload;
  });
}

/// Looks into the store for what the client has sent there.
Outcome<void> find_sent(Services& services, WholeUpload& upload,
                        const std::optional<std::vector<NamedPart>>& named) {
  const Asset& asset = upload.asset;
  STOREY_TRY(const bool whole, has_sent_file(services, asset));
  if (whole) return {};
  if (asset.status == UploadStatus::kFailed && asset.failure) {
    Failure failure = *asset.failure;
    failure.context = context_of(asset);
    return tl::make_unexpected(std::move(failure));
  }
  if (asset.upload_type != UploadType::kMulti)
    return refuse(FailureCode::kUploadIncomplete, "the bytes of the file are not all here yet",
                  context_of(asset));
  STOREY_TRY(const auto present, list_sent_parts(services, asset));
  STOREY_TRY(upload.parts, chosen_parts(asset, present, named));
  return {};
}

/// `asset`, as it was just looked at, if all of its bytes are here.
Outcome<WholeUpload> find_whole_upload(Services& services, const Asset& asset,
                                       const std::optional<std::vector<NamedPart>>& named) {
  if (!is_direct(services, asset)) return find_kept_upload(services, asset.client_id, asset.id, named);
  WholeUpload upload{asset, {}};
  if (asset.status == UploadStatus::kFinalized) return upload;
  STOREY_TRY_VOID(check_status(services, asset));
  STOREY_TRY_VOID(find_sent(services, upload, named));
  return upload;
}

/// Whether all of the file must be read for it.
bool takes_long(const Services& services, const Asset& asset) {
  return is_made(services, asset) || (asset.checksum_sha256 && asset.received_sha256.empty());
}

}  // namespace

Outcome<std::vector<NamedPart>> parse_parts(const std::string& json) {
  boost::json::error_code status;
  const boost::json::value value = boost::json::parse(json, status);
  if (status || !value.is_array())
    return bad_parts("parts must be a JSON list of objects with PartNumber and ETag");
  std::vector<NamedPart> parts;
  for (const boost::json::value& entry : value.get_array()) {
    const auto* object = entry.if_object();
    if (object == nullptr)
      return bad_parts("every entry of parts must be an object with PartNumber and ETag");
    const auto field = [&](std::string_view first, std::string_view second) {
      const auto* found = object->if_contains(first);
      return found != nullptr ? found : object->if_contains(second);
    };
    const auto* number = field("PartNumber", "part_number");
    const auto* etag = field("ETag", "etag");
    if (number == nullptr || !number->is_int64() || etag == nullptr || !etag->is_string())
      return bad_parts("every entry of parts must have PartNumber, a whole number, and ETag, a text");
    if (number->get_int64() != static_cast<std::int64_t>(parts.size()) + 1)
      return bad_parts("parts must be listed in ascending order from PartNumber 1, without a gap");
    parts.push_back({static_cast<int>(number->get_int64()), std::string(etag->get_string())});
  }
  if (parts.empty()) return bad_parts("parts must name at least one part");
  return parts;
}

Outcome<Asset> finalize_upload(Services& services, const ClientId& client, const AssetId& id,
                               const std::optional<std::string>& upload_id,
                               const std::optional<std::string>& parts) {
  STOREY_TRY(const Asset asset, get_asset(services, client, id));
  const bool multi = asset.upload_type == UploadType::kMulti;
  if (upload_id && multi && *upload_id != asset.upload_id)
    return bad_field("upload_id", "upload_id is not the one that initializeUpload gave");
  std::optional<std::vector<NamedPart>> named;
  if (parts && multi) {
    STOREY_TRY(named, parse_parts(*parts));
  }
  // What is missing is said now.
  STOREY_TRY(const WholeUpload upload, find_whole_upload(services, asset, named));
  if (upload.asset.status == UploadStatus::kFinalized) return upload.asset;
  const auto check = [&services, upload, named](const std::atomic<bool>& stop) -> Outcome<Asset> {
    auto verified = verify(services, upload.asset, upload.parts, stop);
    if (verified || verified.error().is_refusal() || stop) return verified;
    // While it waited for its turn another may have ended, or parts may have come again.
    STOREY_TRY(const Asset now, get_asset(services, upload.asset.client_id, upload.asset.id));
    STOREY_TRY(const WholeUpload again, find_whole_upload(services, now, named));
    if (again.asset.status == UploadStatus::kFinalized) return again.asset;
    return again.parts == upload.parts ? verified : verify(services, again.asset, again.parts, stop);
  };
  if (!takes_long(services, asset)) return check(false);
  auto verified = services.verifications->run(client, id, check, services.settings.verify_patience);
  if (verified) return std::move(*verified);
  return get_asset(services, client, id);
}

}  // namespace storey::service
