// The failure of a sandbox that the kernel does not give.
#pragma once

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>

#include "storey/result.h"

namespace storey {

/// Says what the kernel refused, and by `errno` why.
inline tl::unexpected<Error> refused(const std::string& what, const std::filesystem::path& path = {}) {
  return fail({ErrorCode::kInternal,
               "the sandbox cannot be made: " + what + ": " + std::strerror(errno),
               path.string(),
               {},
               {}});
}

}  // namespace storey
