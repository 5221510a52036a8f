#include "storey/run_context.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

TEST(RunContext, TotalShareNeverDecreases) {
  std::vector<double> seen;
  RunContext context(1, [&](const Progress& progress) { seen.push_back(progress.total_share); });
  context.report(Stage::kRead, 1.0);
  context.report(Stage::kOpen, 0.5);
  context.report(Stage::kExport, 1.0);
  ASSERT_EQ(seen.size(), 3u);
  EXPECT_GE(seen[1], seen[0]);
  EXPECT_NEAR(seen[2], 1.0, 1e-12);
}

TEST(RunContext, KeepsEachWarningOnceAndInOrder) {
  RunContext context(1);
  context.warn("b");
  context.warn("a");
  context.warn("b");
  EXPECT_EQ(context.warnings(), (std::vector<std::string>{"b", "a"}));
}

TEST(RunContext, AddsUpWhatPartsOfOneNameTook) {
  RunContext context(1);
  context.add_cost({"faces", 1, 10});
  context.add_cost({"rooms", 2, 30});
  context.add_cost({"faces", 3, 20});
  ASSERT_EQ(context.costs().size(), 2u);
  EXPECT_EQ(context.costs()[0].stage, "faces");
  EXPECT_EQ(context.costs()[0].seconds, 4);
  EXPECT_EQ(context.costs()[0].peak_memory_mib, 20);
}

TEST(StageClock, StatesEachPartOnceWithTimeAndMemory) {
  RunContext context(1);
  {
    StageClock clock(context);
    clock.begin("read");
    clock.begin("faces");
  }
  ASSERT_EQ(context.costs().size(), 2u);
  EXPECT_EQ(context.costs()[0].stage, "read");
  EXPECT_EQ(context.costs()[1].stage, "faces");
  EXPECT_GE(context.costs()[1].seconds, 0);
  EXPECT_GT(context.costs()[1].peak_memory_mib, 1);  // a process with less has not started
}

}  // namespace
}  // namespace storey
