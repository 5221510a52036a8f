// Checksums of files.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>

#include "service/ports/blob_store.h"
#include "storey/result.h"

namespace storey::service {

/// In lower-case hexadecimal. Errors: kUnreadable, kCancelled once `stop` is set.
Result<std::string> sha256_of(const OpenBlob& blob, const std::atomic<bool>& stop = false);
Result<std::string> sha256_of_file(const std::filesystem::path& path, const std::atomic<bool>& stop = false);

}  // namespace storey::service
