// One coroutine waits, another part of the same loop wakes it.
#pragma once

#include <coroutine>
#include <utility>

#include "http/loop.h"

namespace storey::http {

/// Remembers being set until it has been waited for. The waiter goes on later, never inside of `set`. Only on
/// the thread of its loop, and for one waiter.
class Signal {
 public:
  explicit Signal(Loop& loop) : loop_(loop) {}

  void set() {
    set_ = true;
    if (const auto waiter = std::exchange(waiter_, nullptr)) loop_.post([waiter] { waiter.resume(); });
  }

  struct Awaiter {
    Signal& signal;
    bool await_ready() const noexcept { return signal.set_; }
    void await_suspend(std::coroutine_handle<> waiter) const noexcept { signal.waiter_ = waiter; }
    void await_resume() const noexcept { signal.set_ = false; }
  };
  Awaiter wait() { return Awaiter{*this}; }

 private:
  Loop& loop_;
  std::coroutine_handle<> waiter_;
  bool set_ = false;
};

}  // namespace storey::http
