// A program run as a child with limits on its memory and time, without our environment, its output read line
// by line.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "storey/result.h"

namespace storey::service {

struct ChildLimits {
  std::uint64_t address_space_bytes = 0;  ///< 0: none
  std::chrono::seconds cpu_time{0};       ///< 0: none
  std::chrono::seconds wall_time{0};      ///< 0: none
  std::size_t max_line_bytes = 1 << 20;   ///< longer lines of output are cut
  int nice = 0;                           ///< how much it stands back behind this process
};

enum class ChildEnd { kExited, kSignalled, kTimedOut, kStopped };

struct ChildOutcome {
  ChildEnd end = ChildEnd::kExited;
  int exit_code = 0;       ///< of kExited
  int signal = 0;          ///< of kSignalled
  std::string last_words;  ///< the end of what it wrote on its standard error, 4 KiB at most
};

/// Runs `arguments[0]` with its standard output as lines to `on_line`, nothing as its input, and no
/// environment but `environment` ("NAME=value"). `keep_going` is asked at least every 100 ms; when it says no
/// the child's process group gets SIGTERM, and SIGKILL a second later. The child dies with the calling
/// thread. Errors: kInternal where the program cannot be started.
Result<ChildOutcome> run_child(const std::vector<std::string>& arguments,
                               const std::vector<std::string>& environment, const ChildLimits& limits,
                               const std::function<void(std::string_view)>& on_line,
                               const std::function<bool()>& keep_going);

}  // namespace storey::service
