// Files on their way into an order.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "service/domain/digest.h"
#include "service/usecases/services.h"

namespace storey::service {

struct NewUpload {
  OrderId order_id;
  std::string asset_type;
  std::string upload_type;
  std::optional<std::string> file_name;
  std::optional<std::uint64_t> size_bytes;
  std::optional<std::string> checksum_sha256;
  std::optional<int> total_parts;
  std::optional<std::string> source_url;
  std::optional<std::string> client_token = {};  ///< repeated within a day, nothing new is made
  std::string traceparent = {};                  ///< of the request; empty if it has none
};

/// Paths of uploads, relative to the base address and not signed.
std::string upload_path(const AssetId& asset);
std::string part_path(const AssetId& asset, int number);

/// Refuses with ORDER_NOT_FOUND, INVALID_ORDER_STATE, UNSUPPORTED_ASSET_TYPE, UNSUPPORTED_UPLOAD_TYPE,
/// BAD_USER_INPUT, QUOTA_EXCEEDED, INVALID_WEBHOOK_URL (the source address).
Outcome<Asset> initialize_upload(Services& services, const ClientId& client, const NewUpload& wanted);

/// Refuses with ASSET_NOT_FOUND.
Outcome<Asset> get_asset(Services& services, const ClientId& client, const AssetId& id);
Outcome<ClientId> client_of_upload(Services& services, const AssetId& id);
Outcome<std::vector<Asset>> list_assets(Services& services, const OrderId& order);
Outcome<std::vector<UploadedPart>> list_uploaded_parts(Services& services, const Asset& asset);

/// Ends an upload that is not finalized: it becomes EXPIRED, its fetch is cancelled. Gives the blobs that it
/// had, which are to be erased once the transaction is done.
Outcome<std::vector<BlobId>> end_upload(Services& services, Session& session, Asset& asset);
/// The same for all uploads of an order that are not finalized and have not ended.
Outcome<std::vector<BlobId>> end_uploads(Services& services, Session& session, const OrderId& order);
/// Erases what a transaction has left without owner. What cannot be removed now, the search for orphans
/// removes later.
void erase_blobs(Services& services, const std::vector<BlobId>& blobs);

/// Keeps that the upload is FAILED and why, unless it cannot become so any more.
Outcome<void> fail_upload(Services& services, Session& session, const AssetId& id, const Failure& failure);

/// Refuses with STORAGE_UNAVAILABLE where `wanted` more bytes would leave too little of the disk.
Outcome<void> check_disk(Services& services, std::uint64_t wanted);
/// How many bytes the client may store, beside what other uploads than `asset` hold or announced. Refuses
/// with QUOTA_EXCEEDED where there is no room for `wanted`.
Outcome<std::uint64_t> room_for(Services& services, Session& session, const ClientId& client,
                                const AssetId& asset, std::uint64_t wanted);

/// Between two reports of the progress of an upload; the hub passes them on at once.
inline constexpr Milliseconds kProgressInterval{50};

/// The bytes of one PUT, or of one fetch, as they come in. Nothing of it is seen before `complete`.
class Reception {
 public:
  /// Begins to receive. `part` 0: the whole file. `announced`: the size of the request's body, if known. Who
  /// may send has been checked by the signature of the address. Refuses with ASSET_NOT_FOUND,
  /// INVALID_ORDER_STATE, UPLOAD_EXPIRED, UPLOAD_MISMATCH (another size than announced), QUOTA_EXCEEDED,
  /// RATE_LIMITED (too many transfers of the client), STORAGE_UNAVAILABLE, BAD_USER_INPUT (the part).
  static Outcome<Reception> begin(Services& services, const AssetId& asset, int part,
                                  std::optional<std::uint64_t> announced);

  /// Tells those who watch how far it is, on every node, at most every kProgressInterval. Refuses with
  /// QUOTA_EXCEEDED past the size limit or the client's room, UPLOAD_MISMATCH past the announced size,
  /// INVALID_ORDER_STATE once a newer transfer of the same file or part has begun.
  Outcome<void> write(std::span<const char> bytes);

  /// Makes the bytes the asset's (or the part's). Returns the entity tag.
  Outcome<std::string> complete();

 private:
  Reception(Services& services, Asset asset, int part, std::unique_ptr<BlobWriter> writer, BlobId blob,
            std::unique_ptr<Transfers::Ticket> ticket, std::uint64_t room);
  Outcome<void> check_superseded() const;
  Outcome<void> look_for_room();
  Outcome<void> tell_progress();
  Outcome<void> keep_whole(Session& session, Asset& asset, std::vector<BlobId>& replaced);
  Outcome<void> keep_part(Session& session, Asset& asset, std::vector<BlobId>& replaced);

  Services* services_;
  Asset asset_;
  int part_;
  std::unique_ptr<BlobWriter> writer_;
  BlobId blob_;
  std::unique_ptr<Transfers::Ticket> ticket_;
  std::uint64_t room_;        ///< for this transfer, in bytes
  std::uint64_t looked_ = 0;  ///< what had come when `room_` was last looked at
  std::uint64_t received_ = 0;
  Timestamp told_{};
  std::uint64_t told_percent_ = 0;
  std::optional<Sha256Stream> digest_;
  std::string sha256_;
};

/// Reads `[{"PartNumber":1,"ETag":"…"}]`, or the same with part_number and etag: the entity tags of the parts
/// from the first one on, without quotes. Refuses with BAD_USER_INPUT.
Outcome<std::vector<std::string>> parse_parts(const std::string& json);

/// Gives an upload up: what has arrived of it is removed, its addresses and its fetch end, and it is EXPIRED.
/// Again is fine. Refuses with ASSET_NOT_FOUND, INVALID_ORDER_STATE (it is finalized).
Outcome<Asset> cancel_upload(Services& services, const ClientId& client, const AssetId& id);

/// Checks that the bytes are here and what they should be. A check that takes long is a job: it is waited for
/// so long (Settings::verify_patience), then the upload is given as it is, and the check goes on, also in
/// another process. Again is fine: then it is the same check. Refuses with ASSET_NOT_FOUND,
/// UPLOAD_INCOMPLETE, UPLOAD_EXPIRED, UPLOAD_MISMATCH, INVALID_FILE, INVALID_ORDER_STATE, QUOTA_EXCEEDED,
/// BAD_USER_INPUT. `traceparent`: of the request; empty if it has none.
Outcome<Asset> finalize_upload(Services& services, const ClientId& client, const AssetId& id,
                               const std::optional<std::string>& upload_id,
                               const std::optional<std::string>& parts, const std::string& traceparent = {});

/// Refuses with ASSET_NOT_FOUND.
Outcome<Asset> require_asset(Session& session, const ClientId& client, const AssetId& id);

}  // namespace storey::service
