#include "serve_workers.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

constexpr std::uint64_t kGiB = 1ull << 30;

int at_once(int workers, std::uint64_t limit_bytes, const Machine& machine) {
  ServiceConfig config;
  config.workers = workers;
  config.worker.memory_limit_bytes = limit_bytes;
  return conversions_at_once(config, machine);
}

TEST(ConversionsAtOnce, FollowCoresAndMemoryUnlessTheyAreGiven) {
  EXPECT_EQ(at_once(0, 8 * kGiB, {16, 256 * kGiB}), 8) << "two cores each";
  EXPECT_EQ(at_once(0, 8 * kGiB, {16, 32 * kGiB}), 3) << "three quarters of the memory";
  EXPECT_EQ(at_once(0, 0, {16, 1 * kGiB}), 8) << "without a limit memory says nothing";
  EXPECT_EQ(at_once(0, 8 * kGiB, {1, 2 * kGiB}), 1) << "one runs everywhere";
  EXPECT_EQ(at_once(5, 8 * kGiB, {1, 2 * kGiB}), 5);
}

TEST(LargeOrders, LeaveOneOfSeveralWorkersFree) {
  service::WorkerOptions options;
  options.large_scan_bytes = 4 * kGiB;
  EXPECT_EQ(options_of_worker(options, 0, 3).max_bytes, 4 * kGiB);
  EXPECT_EQ(options_of_worker(options, 1, 3).max_bytes, std::nullopt);
  EXPECT_EQ(options_of_worker(options, 2, 3).max_bytes, std::nullopt);
  EXPECT_EQ(options_of_worker(options, 0, 1).max_bytes, std::nullopt) << "the only one takes all";
  options.large_scan_bytes = 0;
  EXPECT_EQ(options_of_worker(options, 0, 3).max_bytes, std::nullopt) << "no order is large";
}

}  // namespace
}  // namespace storey
