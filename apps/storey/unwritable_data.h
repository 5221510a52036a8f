// The failure of a data directory that this user cannot write to.
#pragma once

#include <cstring>
#include <filesystem>
#include <string>

#include "storey/result.h"

namespace storey {

/// `number` is the errno of what was tried.
inline tl::unexpected<Error> unwritable_data(const std::string& action, const std::filesystem::path& file,
                                             int number) {
  return fail(Error{ErrorCode::kUnwritable,
                    "cannot " + action + ": " + std::strerror(number),
                    file.string(),
                    {},
                    "make the data directory writable for this user"});
}

}  // namespace storey
