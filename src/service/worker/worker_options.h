// How workers run.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>

namespace storey::service {

struct WorkerOptions {
  std::filesystem::path program;                  ///< the executable of Storey itself
  std::filesystem::path scratch;                  ///< folder for what is being made
  std::uint64_t memory_limit_bytes = 8ull << 30;  ///< of one conversion; 0: none
  std::chrono::seconds cpu_limit{0};              ///< 0: what all its threads can compute within `wall_limit`
  std::chrono::seconds wall_limit{4 * 3600};
  std::uint64_t large_scan_bytes = 4ull << 30;  ///< larger orders leave one of several workers free; 0: none
  std::optional<std::uint64_t> max_bytes;       ///< of an order; this worker takes no larger ones
  int threads = 0;                              ///< of one conversion; 0: all cores
  std::string sandbox = "auto";                 ///< of one conversion: "auto", "required" or "off"
};

/// How scans are fetched from their source addresses.
struct FetchOptions {
  int workers = 4;                          ///< fetches at a time in one process
  int per_client = 2;                       ///< at a time, in all processes
  std::uint64_t min_rate = 16 << 10;        ///< bytes/s, on average over a minute
  std::chrono::seconds timeout{12 * 3600};  ///< of one attempt
};

/// How often a worker looks for jobs unasked: nothing announces that the lease of another has run out.
inline constexpr std::chrono::milliseconds kPollInterval{2000};

/// The computing time of one conversion; 0: no limit.
inline std::chrono::seconds cpu_limit_of(const WorkerOptions& options) {
  const int threads = options.threads > 0
                          ? options.threads
                          : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  return options.cpu_limit.count() > 0 ? options.cpu_limit : options.wall_limit * threads;
}

}  // namespace storey::service
