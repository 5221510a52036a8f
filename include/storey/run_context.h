// What travels with a long computation: its cancellation, its progress and its warnings.
#pragma once

#include <atomic>
#include <chrono>
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

/// What a part of the computation took. Parts with one name, of several storeys, are added up.
struct StageCost {
  std::string stage;
  double seconds = 0;          ///< on the clock; of parts that ran side by side, the sum
  double peak_memory_mib = 0;  ///< the most memory that the process had resident until its end
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

  /// What a part took; see StageClock.
  void add_cost(const StageCost& cost);
  std::vector<StageCost> costs() const;  ///< in the order in which parts were first added

 private:
  std::atomic<bool> cancelled_{false};
  int threads_ = 1;
  ProgressListener on_progress_;
  mutable std::mutex mutex_;
  Progress last_;
  std::vector<std::string> warnings_;
  std::vector<StageCost> costs_;
};

/// Times the parts of a computation that follow each other in one thread.
class StageClock {
 public:
  explicit StageClock(RunContext& context) : context_(context) {}
  StageClock(const StageClock&) = delete;
  StageClock& operator=(const StageClock&) = delete;
  ~StageClock() { stop(); }

  /// Ends the part that runs, and begins the one called `stage`.
  void begin(std::string_view stage);
  void stop();

 private:
  RunContext& context_;
  std::string stage_;  ///< empty: none runs
  std::chrono::steady_clock::time_point since_;
};

}  // namespace storey
