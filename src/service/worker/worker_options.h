// How workers run.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

namespace storey::service {

struct WorkerOptions {
  std::filesystem::path program;                  ///< the executable of Storey itself
  std::filesystem::path scratch;                  ///< folder for what is being made
  std::uint64_t memory_limit_bytes = 8ull << 30;  ///< of one conversion; 0: none
  std::chrono::seconds cpu_limit{8 * 3600};
  std::chrono::seconds wall_limit{4 * 3600};
  int threads = 0;               ///< of one conversion; 0: all cores
  std::string sandbox = "auto";  ///< of one conversion: "auto", "required" or "off"
};

}  // namespace storey::service
