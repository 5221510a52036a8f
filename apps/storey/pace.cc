#include "pace.h"

#include <chrono>

namespace storey {
namespace {

// Before these an estimate jumps about more than it tells.
constexpr double kFirstEstimateAfter = 1.0;   // s
constexpr double kFirstEstimateShare = 0.03;  // of the whole
constexpr double kFirstRateAfter = 0.2;       // s of reading

}  // namespace

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Pace PaceMeter::at(const Progress& progress, double now) {
  Pace pace;
  if (progress.stage == Stage::kRead) {
    if (!reading_since_) reading_since_ = now;
    const double reading = now - *reading_since_;
    if (reading >= kFirstRateAfter) pace.points_per_second = static_cast<double>(progress.points) / reading;
  }
  const double elapsed = now - start_;
  if (elapsed >= kFirstEstimateAfter && progress.total_share >= kFirstEstimateShare)
    pace.seconds_left = elapsed * (1 - progress.total_share) / progress.total_share;
  return pace;
}

}  // namespace storey
