// Time and random numbers of the operating system.
#pragma once

#include <mutex>

#include "service/ports/clock.h"

namespace storey::service {

class SystemClock final : public Clock {
 public:
  Timestamp now() const override;
};

/// getrandom(2).
class SystemRandom final : public Random {
 public:
  void fill(std::span<std::uint8_t> bytes) override;
};

class UuidSource final : public IdSource {
 public:
  UuidSource(const Clock& clock, Random& random) : clock_(clock), random_(random) {}
  std::string next() override;

 private:
  const Clock& clock_;
  Random& random_;
  std::mutex mutex_;
  std::int64_t last_ms_ = 0;
  std::uint16_t sequence_ = 0;
};

}  // namespace storey::service
