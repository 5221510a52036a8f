// Counts requests in fixed windows of one hour.
#pragma once

#include <cstdint>
#include <string>

#include "service/domain/timestamp.h"
#include "storey/result.h"

namespace storey::service {

inline constexpr Seconds kRateWindow{3600};

/// The window of `now` ends at a full hour of the clock, the same for everybody.
inline Timestamp window_end(Timestamp now) {
  return std::chrono::floor<std::chrono::hours>(now) + std::chrono::hours(1);
}

/// Whose requests are counted together. Clients and addresses never share a counter: whoever fills the one
/// table takes nothing from the other.
struct RateKey {
  enum class Kind { kClient, kAddress } kind = Kind::kAddress;
  std::string bytes;
};

class RateLimits {
 public:
  virtual ~RateLimits() = default;
  /// Counts requests of `key` in the window of `now`, and says how many there were before, on all nodes. May
  /// wait for others.
  virtual Result<std::uint32_t> count(const RateKey& key, Timestamp now, std::uint32_t requests) = 0;
  /// How many there were as far as this node knows, without counting and without waiting: to tell, not to
  /// decide.
  virtual std::uint32_t look(const RateKey& key, Timestamp now) = 0;
};

}  // namespace storey::service
