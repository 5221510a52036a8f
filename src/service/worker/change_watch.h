// Notices every change of the store, whoever made it, and passes on what was logged.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "service/ports/store.h"
#include "service/worker/background.h"

namespace storey::service {

class ChangeWatch {
 public:
  struct Listeners {
    std::function<void(const std::vector<LoggedEvent>&)> on_events;  ///< in their order, each once
    std::function<void()> on_change;                                 ///< after any change
  };

  /// Begins with what is logged from now on. The store is looked at every `interval`; what cannot be read is
  /// looked for again. Errors: those of reading the store.
  static Outcome<std::unique_ptr<ChangeWatch>> start(Store& store, std::chrono::milliseconds interval,
                                                     Listeners listeners);
  void stop() { background_.stop(); }

 private:
  ChangeWatch(Store& store, std::chrono::milliseconds interval, Listeners listeners, std::int64_t last_event,
              std::uint64_t counter);
  std::chrono::milliseconds look();
  Outcome<void> pass_on_events();

  Store& store_;
  std::chrono::milliseconds interval_;
  Listeners listeners_;
  std::int64_t last_event_;
  std::uint64_t last_counter_;
  Background background_;  // last: it uses the others
};

}  // namespace storey::service
