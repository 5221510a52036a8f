#include "service/adapters/system/system.h"

#include <gtest/gtest.h>

namespace storey::service {
namespace {

class FixedClock final : public Clock {
 public:
  Timestamp now() const override { return time; }
  Timestamp time = from_unix_ms(1000);
};

TEST(UuidSource, OrdersWhatItMakesWithinAMillisecondAndWhenTheClockGoesBack) {
  FixedClock clock;
  SystemRandom random;
  UuidSource source(clock, random);
  std::string last;
  for (int i = 0; i < 10'000; ++i) {
    const std::string next = source.next();
    ASSERT_TRUE(is_uuid_v7(next)) << next;
    ASSERT_LT(last, next);
    last = next;
    if (i == 9'000) clock.time = from_unix_ms(500);
  }
}

TEST(SystemRandom, FillsEveryByte) {
  SystemRandom random;
  std::array<bool, 40> changed{};
  for (int round = 0; round < 20; ++round) {
    std::array<std::uint8_t, 40> bytes{};
    random.fill(bytes);
    for (std::size_t i = 0; i < bytes.size(); ++i) changed[i] = changed[i] || bytes[i] != 0;
  }
  for (const bool byte : changed) EXPECT_TRUE(byte);
}

}  // namespace
}  // namespace storey::service
