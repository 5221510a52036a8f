#include "service/domain/asset.h"

#include <algorithm>

#include "service/domain/text.h"

namespace storey::service {

std::string_view asset_type_name(AssetType type) { return type == AssetType::kE57 ? "e57" : "xyz"; }

std::optional<AssetType> parse_asset_type(std::string_view text) {
  const std::string lower = to_lower(text);
  if (lower == "xyz") return AssetType::kXyz;
  if (lower == "e57") return AssetType::kE57;
  return std::nullopt;
}

std::string_view upload_type_name(UploadType type) {
  switch (type) {
    case UploadType::kSingle:
      return "single";
    case UploadType::kMulti:
      return "multi";
    case UploadType::kUrl:
      return "url";
  }
  return "single";
}

std::optional<UploadType> parse_upload_type(std::string_view text) {
  const std::string lower = to_lower(text);
  for (const UploadType type : {UploadType::kSingle, UploadType::kMulti, UploadType::kUrl})
    if (lower == upload_type_name(type)) return type;
  return std::nullopt;
}

std::string_view upload_status_name(UploadStatus status) {
  switch (status) {
    case UploadStatus::kPending:
      return "PENDING";
    case UploadStatus::kUploading:
      return "UPLOADING";
    case UploadStatus::kUploaded:
      return "UPLOADED";
    case UploadStatus::kFinalized:
      return "FINALIZED";
    case UploadStatus::kFailed:
      return "FAILED";
    case UploadStatus::kExpired:
      return "EXPIRED";
  }
  return "FAILED";
}

std::optional<UploadStatus> parse_upload_status(std::string_view text) {
  for (const UploadStatus status : kUploadStatuses)
    if (text == upload_status_name(status)) return status;
  return std::nullopt;
}

bool may_become(UploadStatus from, UploadStatus to) {
  switch (to) {
    case UploadStatus::kPending:
      return false;
    case UploadStatus::kUploading:  // also again: bytes may be sent anew until they are accepted
      return from != UploadStatus::kFinalized && from != UploadStatus::kExpired;
    case UploadStatus::kUploaded:
      return from == UploadStatus::kUploading;
    case UploadStatus::kFinalized:
      return from == UploadStatus::kUploaded;
    case UploadStatus::kFailed:
      return from == UploadStatus::kPending || from == UploadStatus::kUploading ||
             from == UploadStatus::kUploaded;
    case UploadStatus::kExpired:  // also what was given up, by the client or with its order
      return from != UploadStatus::kFinalized && from != UploadStatus::kExpired;
  }
  return false;
}

double Asset::percentage() const {
  if (status == UploadStatus::kUploaded || status == UploadStatus::kFinalized) return 100;
  const auto total = size_bytes ? size_bytes : expected_bytes;
  if (!total || *total == 0) return 0;
  return std::min(100.0, 100.0 * static_cast<double>(received_bytes) / static_cast<double>(*total));
}

Outcome<void> move_upload(Asset& asset, UploadStatus to) {
  if (!may_become(asset.status, to)) {
    const std::string from(upload_status_name(asset.status));
    const bool expired = asset.status == UploadStatus::kExpired;
    return refuse(expired ? FailureCode::kUploadExpired : FailureCode::kInvalidOrderState,
                  expired
                      ? "the upload's address has expired; initialize another upload"
                      : "an upload that is " + from + " cannot become " + std::string(upload_status_name(to)),
                  {{"assetId", asset.id.text}, {"uploadStatus", from}});
  }
  asset.status = to;
  return {};
}

}  // namespace storey::service
