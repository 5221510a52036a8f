// Failures as people read them.
#pragma once

#include <string>

#include "storey/result.h"

namespace storey {

/// "storey: FILE, PLACE: MESSAGE" and, on a line of its own, what to do about it. Ends with a line end.
std::string failure_text(const Error& error);

/// Says on stderr why a command failed; its exit code.
int fail_with(const Error& error);

}  // namespace storey
