// What travels with a long computation: its cancellation, its progress and its warnings.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace storey {

/// The parts of a conversion, in order, as users see them.
enum class Stage { kOpen, kRead, kStoreys, kWalls, kRooms, kOpenings, kMeasure, kExport };
inline constexpr int kStageCount = 8;

/// Short lower-case name: "open", "read", "storeys" …
std::string_view stage_name(Stage stage);

struct Progress {
  Stage stage = Stage::kOpen;
  double stage_share = 0;    ///< 0…1 of this stage
  double total_share = 0;    ///< 0…1 of the whole conversion, never decreasing
  std::uint64_t points = 0;  ///< points read so far
};

/// Shared by all threads of one conversion. Every member function may be called from any thread.
class RunContext {
 public:
  using ProgressListener = std::function<void(const Progress&)>;

  RunContext() = default;
  /// `threads` 0: as many as the machine has. `on_progress` is called under a lock, from any thread.
  explicit RunContext(int threads, ProgressListener on_progress = {});
  RunContext(const RunContext&) = delete;
  RunContext& operator=(const RunContext&) = delete;

  int threads() const { return threads_; }

  /// Asks the computation to stop; async-signal-safe.
  void cancel() noexcept { cancelled_.store(true, std::memory_order_relaxed); }
  bool cancelled() const noexcept { return cancelled_.load(std::memory_order_relaxed); }

  /// `share` 0…1 of `stage` is done; `points` read in all so far (0: unchanged).
  void report(Stage stage, double share, std::uint64_t points = 0);

  /// Something the user should know that is no failure. Kept in order, duplicates once.
  void warn(std::string message);
  std::vector<std::string> warnings() const;

 private:
  std::atomic<bool> cancelled_{false};
  int threads_ = 1;
  ProgressListener on_progress_;
  mutable std::mutex mutex_;
  Progress last_;
  std::vector<std::string> warnings_;
};

}  // namespace storey
