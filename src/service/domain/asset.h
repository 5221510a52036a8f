// Asset: one file of an order, and how it gets here.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "service/domain/failure.h"
#include "service/domain/id.h"
#include "service/domain/timestamp.h"

namespace storey::service {

enum class AssetType { kXyz, kE57 };
/// "xyz", "e57".
std::string_view asset_type_name(AssetType type);
/// Reads the name in any case of letters.
std::optional<AssetType> parse_asset_type(std::string_view text);

/// How the bytes arrive: one PUT, several PUTs, or fetched by the service itself.
enum class UploadType { kSingle, kMulti, kUrl };
std::string_view upload_type_name(UploadType type);
std::optional<UploadType> parse_upload_type(std::string_view text);

/// PENDING → UPLOADING → UPLOADED → FINALIZED. FAILED (bytes that are not what was announced) may be mended
/// by sending them again; EXPIRED and FINALIZED never change.
enum class UploadStatus { kPending, kUploading, kUploaded, kFinalized, kFailed, kExpired };
inline constexpr std::array kUploadStatuses = {UploadStatus::kPending,  UploadStatus::kUploading,
                                               UploadStatus::kUploaded, UploadStatus::kFinalized,
                                               UploadStatus::kFailed,   UploadStatus::kExpired};
std::string_view upload_status_name(UploadStatus status);
std::optional<UploadStatus> parse_upload_status(std::string_view text);
bool may_become(UploadStatus from, UploadStatus to);

struct Asset {
  AssetId id;
  OrderId order_id;
  ClientId client_id;
  AssetType type = AssetType::kXyz;
  UploadType upload_type = UploadType::kSingle;
  UploadStatus status = UploadStatus::kPending;
  Timestamp created{};
  Timestamp expires{};                          ///< of the pre-signed addresses
  Timestamp active{};                           ///< when bytes last arrived
  std::string file_name;                        ///< as the client calls it; empty if it does not
  std::optional<std::uint64_t> size_bytes;      ///< announced by the client
  std::optional<std::uint64_t> expected_bytes;  ///< of the transfer under way, as its sender says
  std::optional<std::string> checksum_sha256;   ///< announced, lower-case hexadecimal
  std::uint64_t received_bytes = 0;
  std::string received_sha256;  ///< hexadecimal; empty where none was computed
  std::string upload_id;        ///< of a multi-part upload
  int total_parts = 0;
  std::uint64_t part_size = 0;
  std::string source_url;          ///< of a fetched upload
  BlobId blob;                     ///< empty until the bytes are here
  std::optional<Failure> failure;  ///< why it is FAILED

  double percentage() const;  ///< of the bytes, 0…100; 0 where the size is not known
};

/// A part of a multi-part upload that has arrived.
struct UploadedPart {
  int number = 0;
  std::string etag;
  std::uint64_t size_bytes = 0;
  BlobId blob;

  friend bool operator==(const UploadedPart&, const UploadedPart&) = default;
};

/// Moves the upload on, or refuses with INVALID_ORDER_STATE (UPLOAD_EXPIRED for an expired one).
Outcome<void> move_upload(Asset& asset, UploadStatus to);

}  // namespace storey::service
