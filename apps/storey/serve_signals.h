// SIGTERM, SIGINT and SIGHUP, waited for by one thread.
#pragma once

#include <csignal>

namespace storey {

/// Blocks the signals for this thread and those it starts later; make it before any other thread.
class ServiceSignals {
 public:
  ServiceSignals();
  ~ServiceSignals();
  ServiceSignals(const ServiceSignals&) = delete;
  ServiceSignals& operator=(const ServiceSignals&) = delete;

  /// The next of the signals.
  int wait() const;

 private:
  sigset_t signals_{};
  sigset_t previous_{};
};

}  // namespace storey
