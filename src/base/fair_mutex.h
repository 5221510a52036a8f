// A lock that goes to whoever has waited longest.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace storey {

/// A thread that unlocks a std::mutex and locks it again at once mostly gets it, however many wait: who holds
/// it often keeps it from the others. Here each comes in its turn. Works with std::lock_guard.
class FairMutex {
 public:
  void lock() {
    std::unique_lock guard(mutex_);
    const std::uint64_t turn = next_++;
    turned_.wait(guard, [&] { return turn == present_; });
  }
  void unlock() {
    {
      const std::lock_guard guard(mutex_);
      ++present_;
    }
    turned_.notify_all();
  }
  /// How many have it or wait for it.
  std::uint64_t wanted() {
    const std::lock_guard guard(mutex_);
    return next_ - present_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable turned_;
  std::uint64_t next_ = 0;
  std::uint64_t present_ = 0;  ///< whose turn it is
};

}  // namespace storey
