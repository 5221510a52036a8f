#include "service/worker/kept_lease.h"

#include <utility>

namespace storey::service {

KeptLease::KeptLease(Services& services, const Job& job, const WorkObserver& observer)
    : services_(services),
      job_(job),
      observer_(observer),
      background_([this](const std::stop_token&) { return renew(); }) {}

std::chrono::milliseconds KeptLease::renew() {
  const std::chrono::milliseconds interval = std::chrono::milliseconds(services_.settings.job_lease) / 3;
  // It was leased just now, and most work is done before it has to be renewed.
  if (!std::exchange(begun_, true)) return interval;
  const auto mine = renew_job(services_, job_, std::nullopt);
  // Where it is not known, the lease decides: if it runs out, another worker takes the job.
  if (!mine) notify(observer_.failed, std::string("renew the lease of a job"), mine.error());
  if (mine && !*mine) lost_ = true;
  return interval;
}

}  // namespace storey::service
