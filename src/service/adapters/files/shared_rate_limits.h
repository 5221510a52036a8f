// Counters of requests in a file that all processes of one data directory share through memory.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <utility>

#include "service/ports/rate_limits.h"

namespace storey::service {

/// A hash table of fixed size in a mapped file: counting is one atomic operation, exact over all threads and
/// processes, and survives a killed process because the kernel holds the pages. Entries of past windows are
/// reused. Should more keys than places meet in one window, those that find none share one: they are limited
/// too early, never too late.
class SharedRateLimits final : public RateLimits {
 public:
  /// Opens the file, making it if missing.
  static Result<SharedRateLimits> open(const std::filesystem::path& file);
  ~SharedRateLimits() override;
  SharedRateLimits(SharedRateLimits&& other) noexcept : slots_(std::exchange(other.slots_, nullptr)) {}
  SharedRateLimits& operator=(SharedRateLimits&&) = delete;

  std::uint32_t count(std::string_view key, Timestamp now) override;
  std::uint32_t look(std::string_view key, Timestamp now) override;

 private:
  struct Slot {
    std::atomic<std::uint64_t> key;               ///< hash of the key; 0: free
    std::atomic<std::uint64_t> window_and_count;  ///< hours since 1970, then the count in the low 32 bits
  };
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

  explicit SharedRateLimits(Slot* slots) : slots_(slots) {}
  Slot& find(std::uint64_t key, std::uint64_t window);

  Slot* slots_;
};

}  // namespace storey::service
