// Checksums of files.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "service/ports/blob_store.h"
#include "storey/result.h"

namespace storey::service {

/// In lower-case hexadecimal. `keep_going` is asked again and again. Errors: kUnreadable, kCancelled once it
/// says no.
Result<std::string> sha256_of(const OpenBlob& blob, const std::function<bool()>& keep_going);
Result<std::string> sha256_of_file(
    const std::filesystem::path& path, const std::function<bool()>& keep_going = [] { return true; });

}  // namespace storey::service
