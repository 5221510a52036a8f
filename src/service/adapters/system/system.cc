#include "service/adapters/system/system.h"

#include <sys/random.h>

#include <array>
#include <cerrno>
#include <stdexcept>

namespace storey::service {

Timestamp SystemClock::now() const {
  return std::chrono::floor<Milliseconds>(std::chrono::system_clock::now());
}

void SystemRandom::fill(std::span<std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t got = getrandom(bytes.data(), bytes.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw std::runtime_error("the system gives no random numbers");
    bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
}

std::string UuidSource::next() {
  std::array<std::uint8_t, 8> random{};
  random_.fill(random);
  const std::lock_guard lock(mutex_);
  const std::int64_t now = unix_ms(clock_.now());
  if (now > last_ms_) {
    last_ms_ = now;
    sequence_ = 0;
  } else if (++sequence_ >
             0xfff) {  // more than 4096 in a millisecond, or the clock went back: borrow from the next
    ++last_ms_;
    sequence_ = 0;
  }
  return make_uuid_v7(static_cast<std::uint64_t>(last_ms_), sequence_, random);
}

}  // namespace storey::service
