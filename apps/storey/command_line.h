// The words of the command line and what they start.
#pragma once

namespace storey {

/// Parses `argv` (UTF-8) and runs the command it names. Returns the exit code, see exit_code.h; throws
/// nothing.
int run_command_line(int argc, const char* const* argv);

}  // namespace storey
