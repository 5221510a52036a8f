#include "service/worker/clock_check.h"

#include <gtest/gtest.h>

namespace storey::service {
namespace {

TEST(ClockCheck, BelievesWhatTwoLooksAgreeOn) {
  ClockCheck check;
  Timestamp now = from_unix_ms(1'800'000'000'000);
  ClockCheck::Steady steady{};
  const auto after = [&](Seconds by_the_clock, Seconds really) {
    now += by_the_clock;
    steady += really;
    return check.agrees(now, steady);
  };
  EXPECT_FALSE(after(Seconds(0), Seconds(0))) << "the first look has nothing to agree with";
  EXPECT_TRUE(after(Seconds(60), Seconds(60)));
  EXPECT_TRUE(after(Seconds(61), Seconds(60))) << "it is adjusted a little";
  EXPECT_FALSE(after(Seconds(400L * 24 * 3600), Seconds(60))) << "a year ahead";
  EXPECT_EQ(check.jump(), Seconds(400L * 24 * 3600 - 60));
  EXPECT_FALSE(after(Seconds(-400L * 24 * 3600), Seconds(60))) << "and back again";
  EXPECT_TRUE(after(Seconds(60), Seconds(60)));
}

}  // namespace
}  // namespace storey::service
