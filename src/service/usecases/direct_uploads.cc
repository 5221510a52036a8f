#include "service/usecases/direct_uploads.h"

#include "service/domain/try.h"
#include "service/usecases/input.h"
#include "service/usecases/uploads.h"

namespace storey::service {
namespace {

/// Stores take no smaller parts, the last one apart (Amazon S3, "multipart upload limits").
constexpr std::uint64_t kMinPartBytes = 5 << 20;

}  // namespace

bool is_direct(const Services& services, const Asset& asset) {
  return services.blobs.direct() != nullptr && asset.upload_type != UploadType::kUrl;
}

BlobId sent_blob(const Asset& asset) { return BlobId(asset.id.text); }

std::string upload_address(const Services& services, const Asset& asset) {
  // One PUT never makes an upload in parts: this service says so at its own address.
  if (is_direct(services, asset) && asset.upload_type == UploadType::kSingle)
    return services.blobs.direct()->put_address(sent_blob(asset), asset.expires);
  return services.key.sign_path(upload_path(asset.id), asset.expires);
}

std::string part_address(const Services& services, const Asset& asset, int number) {
  if (is_direct(services, asset))
    return services.blobs.direct()->part_address(sent_blob(asset), asset.upload_id, number, asset.expires);
  return services.key.sign_path(part_path(asset.id, number), asset.expires);
}

Outcome<void> begin_direct_upload(Services& services, Asset& asset) {
  DirectTransfers& direct = *services.blobs.direct();
  if (asset.upload_type == UploadType::kSingle) {
    if (asset.size_bytes.value_or(0) > direct.max_put_bytes())
      return refuse(FailureCode::kQuotaExceeded,
                    "a file that is sent at once may have at most " + std::to_string(direct.max_put_bytes()) +
                        " bytes; send this one in parts (upload_type multi)",
                    {{"field", "upload_type"}});
    return {};
  }
  if (asset.total_parts > 1 && asset.part_size < kMinPartBytes)
    return bad_field("total_parts", "parts, but for the last one, must have at least " +
                                        std::to_string(kMinPartBytes) + " bytes: name fewer");
  STOREY_TRY(asset.upload_id, direct.begin_parts(sent_blob(asset)));
  return {};
}

void abort_direct_upload(Services& services, const Asset& asset) {
  // What cannot be removed now, housekeeping removes.
  if (asset.upload_type == UploadType::kMulti)
    static_cast<void>(services.blobs.direct()->abort_parts(sent_blob(asset), asset.upload_id));
  static_cast<void>(services.blobs.erase(sent_blob(asset)));
}

Outcome<std::optional<std::uint64_t>> size_of_sent_file(Services& services, const Asset& asset) {
  const auto size = services.blobs.size(sent_blob(asset));
  if (size) return *size;
  if (size.error().code == ErrorCode::kNotFound) return std::nullopt;
  return tl::make_unexpected(Failure(size.error()));
}

Outcome<std::vector<UploadedPart>> list_sent_parts(Services& services, const Asset& asset) {
  auto parts = services.blobs.direct()->list_parts(sent_blob(asset), asset.upload_id);
  if (parts) return std::move(*parts);
  if (parts.error().code == ErrorCode::kNotFound) return std::vector<UploadedPart>();
  return tl::make_unexpected(Failure(parts.error()));
}

Outcome<BlobId> secure_sent_file(Services& services, const Asset& asset,
                                 const std::vector<UploadedPart>& parts) {
  DirectTransfers& direct = *services.blobs.direct();
  if (asset.upload_type == UploadType::kMulti) {
    // Without parts it was put together before, and what came of that was not kept.
    if (parts.empty()) return sent_blob(asset);
    const auto finished = direct.finish_parts(sent_blob(asset), asset.upload_id, parts);
    if (finished) return sent_blob(asset);
    if (finished.error().code != ErrorCode::kInvalidArgument)
      return tl::make_unexpected(Failure(finished.error()));
    return refuse(FailureCode::kUploadMismatch,
                  "the store does not take these parts together: all but the last must have at least " +
                      std::to_string(kMinPartBytes) + " bytes",
                  {{"assetId", asset.id.text}});
  }
  const auto blob = services.ids.make<BlobId>();
  STOREY_TRY_VOID(direct.copy(sent_blob(asset), blob));
  return blob;
}

}  // namespace storey::service
