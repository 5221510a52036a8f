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

}  // namespace
}  // namespace storey
