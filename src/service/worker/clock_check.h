// Whether the clock of the machine can be believed before something is deleted by it.
#pragma once

#include <chrono>
#include <optional>
#include <utility>

#include "service/domain/timestamp.h"

namespace storey::service {

/// Compares the time of day with a clock that cannot be set. It agrees from the second look on, as long as
/// both went on by the same.
class ClockCheck {
 public:
  using Steady = std::chrono::steady_clock::time_point;

  /// Whether this look and the one before it agree.
  bool agrees(Timestamp now, Steady steady) {
    const auto before = std::exchange(last_, Look{now, steady});
    if (!before) return false;
    jump_ = std::chrono::duration_cast<Milliseconds>((now - before->now) - (steady - before->steady));
    return std::chrono::abs(jump_) <= kTolerance;
  }
  /// By how much the clock was set between the last two looks.
  Milliseconds jump() const { return jump_; }

 private:
  /// More than what adjusting a clock in small steps makes within an hour.
  static constexpr Seconds kTolerance{10};
  struct Look {
    Timestamp now;
    Steady steady;
  };
  std::optional<Look> last_;
  Milliseconds jump_{0};
};

}  // namespace storey::service
