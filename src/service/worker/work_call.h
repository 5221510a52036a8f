// Calls the workers of a process to work that may have come: one at a time, as most often one is enough.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>

namespace storey::service {

class WorkCall {
 public:
  using Worker = std::uint64_t;

  /// `wake` is called from any thread, from the first `rests` of the worker until it leaves.
  Worker join(std::function<void()> wake);
  void leave(Worker worker);

  /// There may be work: wakes one that rests. Whoever finds some calls the next one.
  void call();
  /// The worker is about to look for work.
  void looks(Worker worker);
  /// It found none. False if there was a call since it looked: then it is to look again.
  bool rests(Worker worker);

 private:
  struct State {
    std::function<void()> wake;
    std::uint64_t seen = 0;  ///< calls, when it looked
    bool rests = false;
  };
  std::mutex mutex_;
  std::uint64_t calls_ = 0;
  std::map<Worker, State> workers_;
  Worker next_ = 0;
};

}  // namespace storey::service
