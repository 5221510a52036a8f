// A lock that goes to whoever has waited longest.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>

namespace storey {

/// A thread that unlocks a std::mutex and locks it again at once mostly gets it, however many wait: who holds
/// it often keeps it from the others. Here each comes in its turn, and only the one whose turn it is wakes
/// up. Works with std::lock_guard.
class FairMutex {
 public:
  void lock() {
    std::unique_lock guard(mutex_);
    if (!held_) {
      held_ = true;
      return;
    }
    Waiter waiter;
    waiters_.push_back(&waiter);
    waiter.turned.wait(guard, [&] { return waiter.has_turn; });
  }
  void unlock() {
    const std::lock_guard guard(mutex_);
    if (waiters_.empty()) {
      held_ = false;
      return;
    }
    Waiter& next = *waiters_.front();
    waiters_.pop_front();
    next.has_turn = true;
    next.turned.notify_one();  // within the guard: once it knows of its turn, it is gone
  }
  /// How many have it or wait for it.
  std::uint64_t wanted() {
    const std::lock_guard guard(mutex_);
    return waiters_.size() + (held_ ? 1 : 0);
  }

 private:
  struct Waiter {
    std::condition_variable turned;
    bool has_turn = false;
  };

  std::mutex mutex_;
  std::deque<Waiter*> waiters_;
  bool held_ = false;
};

}  // namespace storey
