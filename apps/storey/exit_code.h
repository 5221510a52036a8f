// What the shell learns of the outcome.
#pragma once

#include <string_view>

#include "storey/result.h"

namespace storey {

inline constexpr int kExitDone = 0;
inline constexpr int kExitFailed = 1;         ///< no plan could be made or written; the message says why
inline constexpr int kExitUsage = 2;          ///< the command line is wrong
inline constexpr int kExitInterrupted = 130;  ///< as shells report a program ended by Ctrl-C

int exit_code(ErrorCode code);

/// Stable lower-case name for programs: "no_plan", "damaged" …
std::string_view error_name(ErrorCode code);

}  // namespace storey
