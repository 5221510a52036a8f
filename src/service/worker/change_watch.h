// Notices every change of the store, whoever made it, and passes on what was logged.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "service/ports/store.h"
#include "service/worker/background.h"

namespace storey::service {

class ChangeWatch {
 public:
  struct Listeners {
    std::function<void(const std::vector<LoggedEvent>&)> on_events;  ///< each once; empty: nothing is read
    std::function<void()> on_jobs;                                   ///< there may be a job to do
    std::function<void()> on_deliveries;                             ///< there may be a webhook to call
  };

  /// Begins with what is logged from now on. The store is looked at every `interval`; what cannot be read is
  /// looked for again. Events of one subject come in their order; one that becomes readable after others with
  /// greater numbers comes late, but comes. Errors: those of reading the store.
  static Outcome<std::unique_ptr<ChangeWatch>> start(Store& store, std::chrono::milliseconds interval,
                                                     Listeners listeners);
  void stop() { background_.stop(); }

 private:
  using Steady = std::chrono::steady_clock;

  struct News {
    std::vector<LoggedEvent> late;   ///< whose numbers were missing
    std::vector<LoggedEvent> fresh;  ///< with greater numbers than the last
  };

  ChangeWatch(Store& store, std::chrono::milliseconds interval, Listeners listeners, std::int64_t last_event,
              StoreChanges changes);
  std::chrono::milliseconds look();
  Outcome<News> read_news();
  Outcome<void> pass_on_events();
  void note_gaps(const std::vector<LoggedEvent>& events);

  Store& store_;
  std::chrono::milliseconds interval_;
  Listeners listeners_;
  std::int64_t last_event_;
  std::map<std::int64_t, Steady::time_point>
      missing_;  ///< numbers before it that were not there, and since when
  StoreChanges seen_;
  Background background_;  // last: it uses the others
};

}  // namespace storey::service
