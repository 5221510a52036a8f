#include "progress_display.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

Progress half_read() { return {Stage::kRead, 0.5, 0.21, 6'000'000}; }

TEST(PaceMeter, RateCountsFromTheStartOfReading) {
  PaceMeter meter(100);
  meter.at({Stage::kOpen, 1, 0.01, 0}, 103);
  meter.at({Stage::kRead, 0, 0.01, 0}, 104);
  const Pace pace = meter.at({Stage::kRead, 0.5, 0.2, 6'000'000}, 106);
  ASSERT_TRUE(pace.points_per_second);
  EXPECT_DOUBLE_EQ(*pace.points_per_second, 3e6);
}

TEST(PaceMeter, TimeLeftIsWhatTheRestTakesAtTheSamePace) {
  PaceMeter meter(0);
  const Pace pace = meter.at({Stage::kWalls, 0, 0.25, 0}, 10);
  ASSERT_TRUE(pace.seconds_left);
  EXPECT_DOUBLE_EQ(*pace.seconds_left, 30);
  EXPECT_FALSE(pace.points_per_second);
}

TEST(PaceMeter, SaysNothingBeforeItCanKnow) {
  PaceMeter meter(0);
  EXPECT_FALSE(meter.at({Stage::kRead, 0, 0.5, 0}, 0.5).seconds_left);
  EXPECT_FALSE(meter.at({Stage::kRead, 0, 0.001, 0}, 60).seconds_left);
}

TEST(ProgressBar, FillsTheTerminalUpToItsLimit) {
  const Terminal terminal{.can_redraw = true, .columns = 60};
  const std::string bar = progress_bar(half_read(), {.points_per_second = 3e6, .seconds_left = 12}, terminal);
  EXPECT_EQ(bar, "read     ###-------------  21 %  0:12 left  3.00 M points/s");
}

TEST(ProgressBar, NeverReachesTheLastColumnWhereTerminalsWrap) {
  for (int columns = 2; columns < 120; ++columns) {
    const Terminal terminal{.can_redraw = true, .columns = columns};
    const std::string bar =
        progress_bar(half_read(), {.points_per_second = 3e6, .seconds_left = 12}, terminal);
    EXPECT_LT(bar.size(), static_cast<std::size_t>(columns)) << bar;
  }
}

TEST(ProgressBar, LeavesOutTheRateBeforeTheTime) {
  const Terminal terminal{.can_redraw = true, .columns = 40};
  const std::string bar = progress_bar(half_read(), {.points_per_second = 3e6, .seconds_left = 12}, terminal);
  EXPECT_EQ(bar.find("points/s"), std::string::npos);
  EXPECT_NE(bar.find("0:12 left"), std::string::npos);
}

TEST(ProgressBar, IsPlainWithoutColour) {
  Terminal terminal{.can_redraw = true, .colour = true, .columns = 60};
  EXPECT_NE(progress_bar(half_read(), {}, terminal).find('\x1b'), std::string::npos);
  terminal.colour = false;
  EXPECT_EQ(progress_bar(half_read(), {}, terminal).find('\x1b'), std::string::npos);
}

TEST(ProgressLine, ReadsAsASentence) {
  EXPECT_EQ(progress_line(half_read(), {.points_per_second = 3e6, .seconds_left = 12}),
            "read 50 %, 21 % of all, 3.00 M points/s, 0:12 left");
}

}  // namespace
}  // namespace storey
