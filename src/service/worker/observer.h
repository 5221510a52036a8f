// Who wants to know how background work goes: logs and metrics.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "service/domain/failure.h"
#include "service/domain/job.h"
#include "service/domain/webhook.h"
#include "service/usecases/retention.h"

namespace storey::service {

/// Every member may be empty, and is called from any thread.
struct WorkObserver {
  std::function<void(const Job&)> job_started;
  /// `outcome`: "completed", "error", "given_back", "postponed", "lost".
  std::function<void(const Job&, const std::string& outcome, std::chrono::milliseconds)> job_ended;
  /// A conversion was stopped for want of memory and is tried once more, with no other beside it.
  std::function<void(const Job&)> tried_alone;
  std::function<void(const std::string& stage, std::chrono::milliseconds)> stage_ended;
  /// A conversion ended without a result and without a reason of its own: `words` is what it wrote last on
  /// its standard error.
  std::function<void(const Job&, const std::string& reason, const std::string& words)> conversion_broke;
  std::function<void(const Delivery&, const AttemptResult&)> webhook_attempted;
  std::function<void(const HousekeepingReport&, std::int64_t orphaned_blobs)> house_kept;
  /// The clock was set by so much: nothing is deleted until two looks at it agree.
  std::function<void(std::chrono::milliseconds)> clock_jumped;
  /// An action of the background failed; it is tried again.
  std::function<void(const std::string& action, const Failure&)> failed;
};

/// Calls the member if it is there.
template <class Function, class... Arguments>
void notify(const Function& function, const Arguments&... arguments) {
  if (function) function(arguments...);
}

}  // namespace storey::service
