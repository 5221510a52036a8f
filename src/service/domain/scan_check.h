// Whether a file is what its asset type says: signature, header and first records. A glance, no reading.
#pragma once

#include <cstdint>
#include <string_view>

#include "service/domain/asset.h"
#include "service/domain/failure.h"

namespace storey::service {

/// How much of the file's beginning `check_scan_head` wants to see (less, where the file is shorter).
inline constexpr std::size_t kScanHeadBytes = 256 * 1024;

/// E57 (ASTM E2807-11, table 1): signature, version 1, physical length, page size, place of the XML section.
/// XYZ: text, in whose first lines three numbers stand. Refuses with INVALID_FILE and the reason.
Outcome<void> check_scan_head(AssetType type, std::string_view head, std::uint64_t file_size);

}  // namespace storey::service
