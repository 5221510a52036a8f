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

/// Takes the next conversion; clients take turns. An order that was tried too often ends in ERROR instead.
/// `max_bytes`: of all scans of the order together.
Outcome<std::optional<ClaimedConversion>> claim_conversion(
    Services& services, const std::string& owner, std::optional<std::uint64_t> max_bytes = std::nullopt);

struct ClaimedFetch {
  Job job;
  Asset asset;
};

/// Takes the next fetch of a scan from its source address; clients take turns, and each has at most
/// `max_per_client` at a time. An upload whose fetch was begun too often ends in FAILED instead.
Outcome<std::optional<ClaimedFetch>> claim_fetch(Services& services, const std::string& owner,
                                                 int max_per_client);

/// Takes the next check of an upload; clients take turns, and each has at most `max_per_client` at a time. An
/// upload whose check was begun too often ends in FAILED instead.
Outcome<std::optional<Job>> claim_check(Services& services, const std::string& owner, int max_per_client);

/// Keeps the job and notes its progress; false if the job is no longer the worker's: stop at once.
Outcome<bool> renew_job(Services& services, const Job& job, const std::optional<OrderProgress>& progress);

/// Gives the job back to the queue, uncounted: the worker is shutting down. Nothing else is a reason for it.
Outcome<void> give_back_job(Services& services, const Job& job);

/// Lets a conversion wait that met trouble which is not its scans' (a full disk, say), longer each time;
/// after the last attempt the order ends in ERROR. False if it does not run again.
Outcome<bool> retry_conversion(Services& services, const Job& job);

/// Lets a fetch wait whose source could not be read. False if it was the last attempt: then the fetch is to
/// be ended.
Outcome<bool> retry_fetch(Services& services, const Job& job);

/// Lets a check wait that met trouble which is not its file's; after the last attempt the upload ends in
/// FAILED with `trouble`. False if it does not run again.
Outcome<bool> retry_check(Services& services, const Job& job, const Failure& trouble);

/// Ends a check: the upload is FAILED, unless its bytes are being sent anew. False if the job is no longer
/// the worker's.
Outcome<bool> fail_check(Services& services, const Job& job, const Failure& failure);

/// Stores the results and completes the order, all at once. False if the job is no longer the worker's: then
/// nothing was stored.
Outcome<bool> complete_conversion(Services& services, const Job& job, const std::vector<ResultFile>& files,
                                  const OrderSummary& summary);

/// Ends the order in ERROR. False if the job is no longer the worker's.
Outcome<bool> fail_conversion(Services& services, const Job& job, const OrderError& error);

/// Ends a fetch: the bytes are here, or `failure` says why not.
Outcome<void> end_fetch(Services& services, const Job& job, const std::optional<Failure>& failure);

}  // namespace storey::service
