// Counters of requests in a file that all processes of one data directory share through memory.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <utility>

#include "service/ports/rate_limits.h"

namespace storey::service {

/// Two hash tables of fixed size, for clients and for addresses, in a mapped file: counting is one atomic
/// operation, exact over all threads and processes, and survives a killed process because the kernel holds
/// the pages. Entries of past windows are reused. Should more keys than places meet in one window, those that
/// find none share one: they are limited too early, never too late.
class SharedRateLimits final : public RateLimits {
 public:
  /// Opens the file, making it if missing.
  static Result<SharedRateLimits> open(const std::filesystem::path& file);
  ~SharedRateLimits() override;
  SharedRateLimits(SharedRateLimits&& other) noexcept : slots_(std::exchange(other.slots_, nullptr)) {}
  SharedRateLimits& operator=(SharedRateLimits&&) = delete;

  Result<std::uint32_t> count(const RateKey& key, Timestamp now, std::uint32_t requests) override;
  std::uint32_t look(const RateKey& key, Timestamp now) override;

 private:
  struct Slot {
    std::atomic<std::uint64_t> key;               ///< hash of the key; 0: free
    std::atomic<std::uint64_t> window_and_count;  ///< hours since 1970, then the count in the low 32 bits
  };
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

  explicit SharedRateLimits(Slot* slots) : slots_(slots) {}
  Slot* table_of(const RateKey& key) const;
  static Slot& find(Slot* table, std::uint64_t key, std::uint64_t window);

  Slot* slots_;
};

}  // namespace storey::service
