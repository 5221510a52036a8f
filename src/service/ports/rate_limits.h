// Counts requests in fixed windows of one hour.
#pragma once

#include <cstdint>
#include <string_view>

#include "service/domain/timestamp.h"
#include "storey/result.h"

namespace storey::service {

inline constexpr Seconds kRateWindow{3600};

/// The window of `now` ends at a full hour of the clock, the same for everybody.
inline Timestamp window_end(Timestamp now) {
  return std::chrono::floor<std::chrono::hours>(now) + std::chrono::hours(1);
}

class RateLimits {
 public:
  virtual ~RateLimits() = default;
  /// Counts one request of `key` in the window of `now`, and says how many there were before it.
  virtual std::uint32_t count(std::string_view key, Timestamp now) = 0;
  /// How many there were, without counting.
  virtual std::uint32_t look(std::string_view key, Timestamp now) = 0;
};

}  // namespace storey::service
