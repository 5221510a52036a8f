// Checksums of files.
#pragma once

#include <filesystem>
#include <string>

#include "storey/result.h"

namespace storey::service {

/// In lower-case hexadecimal. Errors: kUnreadable.
Result<std::string> sha256_of_file(const std::filesystem::path& path);

}  // namespace storey::service
