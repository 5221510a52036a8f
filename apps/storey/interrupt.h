// Ctrl-C: a polite request to stop first, and an end that does not depend on it.
#pragma once

#include <signal.h>

#include <atomic>
#include <thread>

#include "storey/run_context.h"

namespace storey {

/// While it lives, SIGINT, SIGTERM and SIGHUP cancel the context. If the computation has not returned within
/// 0.8 s, or at a second signal, the process ends with kExitInterrupted. Make it before any other thread:
/// only threads started later leave the signals to it.
class InterruptGuard {
 public:
  explicit InterruptGuard(RunContext& context);
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  ~InterruptGuard();

  /// From here on only a second signal ends the process: what follows must finish or be undone.
  void begin_writing() noexcept { writing_.store(true); }

 private:
  void watch();
  void await_end();

  RunContext& context_;
  sigset_t signals_{};
  sigset_t previous_mask_{};
  std::atomic<bool> writing_{false};
  std::atomic<bool> finished_{false};
  std::thread watcher_;
};

}  // namespace storey
