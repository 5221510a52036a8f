#include "storey/run_context.h"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <thread>

namespace storey {
namespace {

// Share of the whole that each stage takes, measured on terrestrial scans of 1 to 50 million points.
constexpr std::array<double, kStageCount> kWeight = {0.01, 0.40, 0.07, 0.15, 0.12, 0.12, 0.08, 0.05};
constexpr std::array<std::string_view, kStageCount> kName = {"open",  "read",     "storeys", "walls",
                                                             "rooms", "openings", "measure", "export"};

}  // namespace

std::string_view stage_name(Stage stage) { return kName[static_cast<std::size_t>(stage)]; }

RunContext::RunContext(int threads, ProgressListener on_progress)
    : threads_(threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()))),
      on_progress_(std::move(on_progress)) {}

void RunContext::report(Stage stage, double share, std::uint64_t points) {
  if (!on_progress_) return;
  const std::lock_guard lock(mutex_);
  double total = 0;
  for (int i = 0; i < static_cast<int>(stage); ++i) total += kWeight[static_cast<std::size_t>(i)];
  share = std::clamp(share, 0.0, 1.0);
  total += share * kWeight[static_cast<std::size_t>(stage)];
  last_ = {stage, share, std::max(last_.total_share, std::min(total, 1.0)), std::max(last_.points, points)};
  on_progress_(last_);
}

void RunContext::warn(std::string message) {
  const std::lock_guard lock(mutex_);
  if (std::find(warnings_.begin(), warnings_.end(), message) == warnings_.end())
    warnings_.push_back(std::move(message));
}

std::vector<std::string> RunContext::warnings() const {
  const std::lock_guard lock(mutex_);
  return warnings_;
}

void RunContext::add_cost(const StageCost& cost) {
  const std::lock_guard lock(mutex_);
  const auto known = std::ranges::find(costs_, cost.stage, &StageCost::stage);
  if (known == costs_.end()) {
    costs_.push_back(cost);
    return;
  }
  known->seconds += cost.seconds;
  known->peak_memory_mib = std::max(known->peak_memory_mib, cost.peak_memory_mib);
}

std::vector<StageCost> RunContext::costs() const {
  const std::lock_guard lock(mutex_);
  return costs_;
}

void StageClock::begin(std::string_view stage) {
  stop();
  stage_ = stage;
  since_ = std::chrono::steady_clock::now();
}

void StageClock::stop() {
  if (stage_.empty()) return;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  context_.add_cost({stage_, std::chrono::duration<double>(std::chrono::steady_clock::now() - since_).count(),
                     static_cast<double>(usage.ru_maxrss) / 1024});
  stage_.clear();
}

}  // namespace storey
