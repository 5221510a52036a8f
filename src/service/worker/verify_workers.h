// Checks files whose checks take long, a few at a time.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "service/usecases/jobs.h"
#include "service/worker/background.h"
#include "service/worker/observer.h"
#include "service/worker/work_call.h"

namespace storey::service {

/// Checks one after the other.
class VerifyWorker {
 public:
  /// `call` tells it when to look for work.
  VerifyWorker(Services& services, const WorkObserver& observer, WorkCall& call);
  ~VerifyWorker();

  /// Gives back what is under way; `stop` waits for that.
  void request_stop() { stopping_ = true; }
  void stop();

 private:
  std::chrono::milliseconds work();
  /// False where this machine, not the file, is the trouble.
  bool check(const Job& job);
  Outcome<std::optional<Asset>> check_guarded(const Job& job, const std::function<bool()>& keep_going);
  /// Says how the job ended.
  Outcome<std::string> end(const Job& job, const Outcome<std::optional<Asset>>& checked, bool lost);

  Services& services_;
  const WorkObserver& observer_;
  WorkCall& call_;
  WorkCall::Worker number_;
  std::atomic<bool> stopping_{false};
  Background background_;  // last: it uses the others
};

/// All those of a process, and what calls them to work. Requests of the process that wait for a check hear of
/// its end.
class VerifyWorkers {
 public:
  VerifyWorkers(Services& services, const WorkObserver& observer);
  ~VerifyWorkers();

  void wake() { call_.call(); }
  void request_stop();

 private:
  Services& services_;
  WorkCall call_;
  std::vector<std::unique_ptr<VerifyWorker>> workers_;
};

}  // namespace storey::service
