// A lease that is renewed beside the work that it is for.
#pragma once

#include <atomic>

#include "service/usecases/jobs.h"
#include "service/worker/background.h"
#include "service/worker/observer.h"

namespace storey::service {

/// For work that has no moment of its own at which it could renew: it asks the disk, or another machine, for
/// something that may take minutes.
class KeptLease {
 public:
  /// All must outlive it.
  KeptLease(Services& services, const Job& job, const WorkObserver& observer);

  /// Whether the job is no longer the worker's: it was cancelled, or another one has it.
  bool lost() const { return lost_; }

 private:
  std::chrono::milliseconds renew();

  Services& services_;
  const Job& job_;
  const WorkObserver& observer_;
  std::atomic<bool> lost_{false};
  bool begun_ = false;     ///< of its thread only
  Background background_;  // last: it uses the others
};

}  // namespace storey::service
