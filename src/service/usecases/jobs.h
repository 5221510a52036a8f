// What workers do with the queue.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "service/usecases/services.h"

namespace storey::service {

/// A conversion that this worker has, with all that it needs.
struct ClaimedConversion {
  Job job;
  Order order;
  std::vector<Asset> scans;  ///< the finalized uploads
};

/// Takes the oldest waiting conversion. An order that was tried too often ends in ERROR instead.
Outcome<std::optional<ClaimedConversion>> claim_conversion(Services& services, const std::string& owner);

struct ClaimedFetch {
  Job job;
  Asset asset;
};

/// Takes the oldest waiting fetch of a scan from its source address.
Outcome<std::optional<ClaimedFetch>> claim_fetch(Services& services, const std::string& owner);

/// Keeps the job and notes its progress; false if the job is no longer the worker's: stop at once.
Outcome<bool> renew_job(Services& services, const Job& job, const std::optional<OrderProgress>& progress);

/// Gives the job back to the queue, uncounted: the worker is shutting down.
Outcome<void> give_back_job(Services& services, const Job& job);

/// Stores the results and completes the order, all at once. False if the job is no longer the worker's: then
/// nothing was stored.
Outcome<bool> complete_conversion(Services& services, const Job& job, const std::vector<ResultFile>& files,
                                  const OrderSummary& summary);

/// Ends the order in ERROR. False if the job is no longer the worker's.
Outcome<bool> fail_conversion(Services& services, const Job& job, const OrderError& error);

/// Ends a fetch: the bytes are here, or `failure` says why not.
Outcome<void> end_fetch(Services& services, const Job& job, const std::optional<Failure>& failure);

}  // namespace storey::service
