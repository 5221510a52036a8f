#include <algorithm>

#include "service/domain/try.h"
#include "service/usecases/announce.h"
#include "service/usecases/input.h"
#include "service/usecases/uploads.h"

namespace storey::service {
namespace {

/// Even without progress worth telling, that bytes come is noted: idle uploads expire.
constexpr Seconds kIdleInterval{1};

/// So many bytes are taken in until it is looked again whether there is room for more: others store
/// meanwhile.
constexpr std::uint64_t kRoomStep = 64 << 20;

/// How many bytes a whole file must have; nothing if nobody said.
std::optional<std::uint64_t> due_bytes(const Asset& asset) {
  return asset.size_bytes ? asset.size_bytes : asset.expected_bytes;
}

tl::unexpected<Failure> size_mismatch(const Asset& asset) {
  return refuse(FailureCode::kUploadMismatch,
                "the file was announced with " + std::to_string(due_bytes(asset).value_or(0)) +
                    " bytes, but others are sent",
                {{"assetId", asset.id.text}});
}

std::uint64_t bytes_of_others(const std::vector<UploadedPart>& parts, int part) {
  std::uint64_t bytes = 0;
  for (const UploadedPart& other : parts)
    if (other.number != part) bytes += other.size_bytes;
  return bytes;
}

Outcome<void> check_part(const Asset& asset, int part) {
  const bool wants_parts = asset.upload_type == UploadType::kMulti;
  if (wants_parts && part == 0)
    return refuse(FailureCode::kBadUserInput, "this upload takes parts; send each to its own address",
                  {{"assetId", asset.id.text}});
  if ((!wants_parts && part != 0) || part < 0 || (wants_parts && part > asset.total_parts))
    return refuse(FailureCode::kBadUserInput, "the upload has no part " + std::to_string(part),
                  {{"assetId", asset.id.text}});
  return {};
}

/// The order must still take uploads, whatever the upload itself says.
Outcome<void> check_order(Session& session, const Asset& asset) {
  STOREY_TRY(const auto order, session.orders().find(asset.client_id, asset.order_id));
  if (order && order->status == OrderStatus::kUploading) return {};
  return refuse(FailureCode::kInvalidOrderState, "the order takes no more uploads",
                {{"orderId", asset.order_id.text}, {"assetId", asset.id.text}});
}

Outcome<Asset> start_receiving(Services& services, Session& session, const AssetId& id, int part,
                               std::optional<std::uint64_t> announced) {
  STOREY_TRY(auto found, session.assets().find(id));
  if (!found) return refuse(FailureCode::kAssetNotFound, "the asset was not found", {{"assetId", id.text}});
  Asset asset = std::move(*found);
  STOREY_TRY_VOID(check_part(asset, part));
  STOREY_TRY_VOID(check_order(session, asset));
  if (announced && *announced > services.settings.max_upload_bytes)
    return refuse(FailureCode::kQuotaExceeded, "the file is larger than this service takes",
                  {{"assetId", asset.id.text}});
  if (part == 0 && announced && asset.size_bytes && *announced != *asset.size_bytes)
    return size_mismatch(asset);
  if (part == 0) asset.expected_bytes = announced;
  asset.active = services.clock.now();
  asset.failure.reset();
  if (part != 0 && asset.status == UploadStatus::kUploading) {
    STOREY_TRY_VOID(session.assets().update(asset));
    return asset;
  }
  STOREY_TRY(const auto parts, session.assets().list_parts(id));
  asset.received_bytes = bytes_of_others(parts, part);
  STOREY_TRY_VOID(advance_upload(services, session, asset, UploadStatus::kUploading));
  return asset;
}

/// How large the transfer may become, in bytes, of which `received` are here: the client's room, without what
/// other parts of the file hold.
Outcome<std::uint64_t> room_for_transfer(Services& services, Session& session, const Asset& asset, int part,
                                         std::uint64_t received, std::uint64_t announced) {
  STOREY_TRY_VOID(check_disk(services, announced > received ? announced - received : 0));
  STOREY_TRY(const auto parts, session.assets().list_parts(asset.id));
  const std::uint64_t others =
      bytes_of_others(parts, part) + services.transfers->bytes_under_way(asset.id, part);
  STOREY_TRY(const std::uint64_t room,
             room_for(services, session, asset.client_id, asset.id, others + std::max(received, announced)));
  return room - others;
}

}  // namespace

Outcome<void> check_disk(Services& services, std::uint64_t wanted) {
  STOREY_TRY(const auto known, services.blobs.free_bytes());
  if (!known) return {};
  const std::uint64_t free = *known;
  const std::uint64_t floor = services.settings.min_free_bytes;
  if (free >= floor && wanted <= free - floor) return {};
  Failure failure(FailureCode::kStorageUnavailable,
                  "the service has no room for this scan at the moment; try again later");
  failure.internal = "only " + std::to_string(free) +
                     " bytes of the disk are free (limits.min_free_space), " + std::to_string(wanted) +
                     " are wanted";
  return tl::make_unexpected(std::move(failure));
}

Outcome<std::uint64_t> room_for(Services& services, Session& session, const ClientId& client,
                                const AssetId& asset, std::uint64_t wanted) {
  STOREY_TRY(const std::uint64_t stored, session.assets().stored_bytes(client, asset));
  const std::uint64_t limit = services.settings.max_stored_bytes;
  if (stored >= limit || wanted > limit - stored)
    return refuse(FailureCode::kQuotaExceeded,
                  "the scans of a client may have " + std::to_string(limit) +
                      " bytes together; delete orders that are not needed any more",
                  {{"assetId", asset.text}});
  return limit - stored;
}

Reception::Reception(Services& services, Asset asset, int part, std::unique_ptr<BlobWriter> writer,
                     BlobId blob, std::unique_ptr<Transfers::Ticket> ticket, std::uint64_t room)
    : services_(&services),
      asset_(std::move(asset)),
      part_(part),
      writer_(std::move(writer)),
      blob_(std::move(blob)),
      ticket_(std::move(ticket)),
      room_(room) {
  if (part_ == 0 && asset_.checksum_sha256) digest_.emplace();
}

Outcome<Reception> Reception::begin(Services& services, const AssetId& asset, int part,
                                    std::optional<std::uint64_t> announced) {
  std::unique_ptr<Transfers::Ticket> ticket;
  std::uint64_t room = 0;
  // A machine that fails takes the bytes with it too.
  STOREY_TRY(Asset started, services.store.note([&](Session& session) -> Outcome<Asset> {
    ticket.reset();
    STOREY_TRY(Asset begun, start_receiving(services, session, asset, part, announced));
    STOREY_TRY(room, room_for_transfer(services, session, begun, part, 0, announced.value_or(0)));
    ticket = services.transfers->begin(begun.client_id, asset, part, services.settings.max_transfers);
    if (ticket != nullptr) return begun;
    return refuse(FailureCode::kRateLimited, "this client sends too many files at a time; let some end first",
                  {{"assetId", asset.text}});
  }));
  const auto blob = services.ids.make<BlobId>();
  STOREY_TRY(auto writer, services.blobs.create(blob));
  return Reception(services, std::move(started), part, std::move(writer), blob, std::move(ticket), room);
}

Outcome<void> Reception::write(std::span<const char> bytes) {
  received_ += bytes.size();
  if (received_ > services_->settings.max_upload_bytes)
    return refuse(FailureCode::kQuotaExceeded, "the file is larger than this service takes",
                  {{"assetId", asset_.id.text}});
  STOREY_TRY_VOID(check_superseded());
  ticket_->add(bytes.size());
  if (received_ > room_ || received_ - looked_ >= kRoomStep) STOREY_TRY_VOID(look_for_room());
  const auto due = due_bytes(asset_);
  if (part_ == 0 && due && received_ > *due) return size_mismatch(asset_);
  if (digest_) digest_->add(bytes);
  STOREY_TRY_VOID(writer_->write(bytes));
  return tell_progress();
}

Outcome<void> Reception::check_superseded() const {
  if (!ticket_->superseded()) return {};
  return refuse(FailureCode::kInvalidOrderState, "another transfer of the same file has begun",
                {{"assetId", asset_.id.text}});
}

Outcome<void> Reception::look_for_room() {
  looked_ = received_;
  STOREY_TRY(room_, services_->store.read([&](Session& session) {
    return room_for_transfer(*services_, session, asset_, part_, received_, 0);
  }));
  return {};
}

Outcome<void> Reception::tell_progress() {
  if (part_ == 0 && received_ == due_bytes(asset_)) return {};  // `complete` tells that it is here
  const Timestamp now = services_->clock.now();
  const std::uint64_t total = std::max<std::uint64_t>(1, due_bytes(asset_).value_or(0));
  const std::uint64_t percent = 100 * received_ / total;
  if (now - told_ < (percent == told_percent_ ? Milliseconds(kIdleInterval) : kProgressInterval)) return {};
  told_ = now;
  told_percent_ = percent;
  return services_->store.note([&](Session& session) -> Outcome<void> {
    STOREY_TRY(auto asset, session.assets().find(asset_.id));
    if (!asset || asset->status != UploadStatus::kUploading) return {};
    std::uint64_t here = received_;
    if (part_ != 0) {
      STOREY_TRY(const auto parts, session.assets().list_parts(asset_.id));
      here += bytes_of_others(parts, part_) + services_->transfers->bytes_under_way(asset_.id, part_);
    }
    // Parts that come to other processes are not known here: the most that one has seen counts.
    asset->received_bytes = std::max(asset->received_bytes, here);
    asset->active = now;
    STOREY_TRY_VOID(session.assets().update(*asset));
    STOREY_TRY_VOID(
        session.events().append(UploadChange{asset->id, asset->status, asset->percentage()}, now));
    return {};
  });
}

Outcome<void> Reception::keep_whole(Session& session, Asset& asset, std::vector<BlobId>& replaced) {
  if (!asset.blob.empty()) replaced.push_back(asset.blob);
  asset.blob = blob_;
  asset.received_bytes = received_;
  asset.received_sha256 = sha256_;
  return advance_upload(*services_, session, asset, UploadStatus::kUploaded);
}

Outcome<void> Reception::keep_part(Session& session, Asset& asset, std::vector<BlobId>& replaced) {
  if (asset.status != UploadStatus::kUploading)
    return refuse(FailureCode::kInvalidOrderState, "the upload takes no more parts",
                  {{"assetId", asset.id.text}});
  STOREY_TRY(const auto parts, session.assets().list_parts(asset.id));
  for (const UploadedPart& part : parts)
    if (part.number == part_) replaced.push_back(part.blob);
  const std::uint64_t here = received_ + bytes_of_others(parts, part_);
  asset.received_bytes =
      std::max(asset.received_bytes, here + services_->transfers->bytes_under_way(asset.id, part_));
  if (here > services_->settings.max_upload_bytes)
    return refuse(FailureCode::kQuotaExceeded, "the parts together are larger than this service takes",
                  {{"assetId", asset.id.text}});
  STOREY_TRY_VOID(session.assets().put_part(asset.id, {part_, blob_.text, received_, blob_}));
  return advance_upload(*services_, session, asset, UploadStatus::kUploading);
}

Outcome<std::string> Reception::complete() {
  const auto due = due_bytes(asset_);
  if (part_ == 0 && due && received_ != *due) return size_mismatch(asset_);
  if (digest_) sha256_ = to_hex(as_text(digest_->finish()));
  STOREY_TRY_VOID(writer_->commit());
  std::vector<BlobId> replaced;
  const auto kept = services_->store.write([&](Session& session) -> Outcome<void> {
    replaced.clear();
    STOREY_TRY(auto asset, session.assets().find(asset_.id));
    if (!asset)
      return refuse(FailureCode::kAssetNotFound, "the asset was not found", {{"assetId", asset_.id.text}});
    STOREY_TRY_VOID(check_order(session, *asset));
    STOREY_TRY_VOID(check_superseded());
    asset->active = services_->clock.now();
    return part_ == 0 ? keep_whole(session, *asset, replaced) : keep_part(session, *asset, replaced);
  });
  if (!kept) {
    // Otherwise it may be kept after all: then the search for orphans looks at it.
    if (kept.error().is_refusal()) static_cast<void>(services_->blobs.erase(blob_));
    return tl::make_unexpected(kept.error());
  }
  for (const BlobId& blob : replaced) static_cast<void>(services_->blobs.erase(blob));
  return blob_.text;
}

}  // namespace storey::service
