// The queue of background work.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "service/domain/job.h"
#include "storey/result.h"

namespace storey::service {

/// What a worker asks for.
struct JobClaim {
  JobKind kind = JobKind::kConvert;
  std::string owner;  ///< of the lease
  Timestamp now{};
  Timestamp expires{};                     ///< end of the lease
  std::optional<std::uint64_t> max_bytes;  ///< no larger jobs
  int max_per_client = 0;                  ///< leases of one client at a time; 0: no bound
};

class JobStore {
 public:
  virtual ~JobStore() = default;
  virtual Result<void> insert(const Job& job) = 0;
  virtual Result<std::optional<Job>> find(const JobId& id) = 0;
  /// The oldest job of that kind for the upload.
  virtual Result<std::optional<Job>> find(JobKind kind, const AssetId& asset) = 0;
  /// Leases a job that is queued and need not wait, or whose lease has run out. Clients take turns: first
  /// comes who has the fewest leases, then whose last claim lies furthest back; of one client, the oldest
  /// job. Of very many clients that wait, some are compared at a time.
  virtual Result<std::optional<Job>> claim(const JobClaim& claim) = 0;
  /// Extends the lease; false if the job is no longer leased to `owner`.
  virtual Result<bool> renew(const JobId& id, const std::string& owner, Timestamp expires) = 0;
  /// Removes the job: it is done. False if it is not leased to `owner`.
  virtual Result<bool> end(const JobId& id, const std::string& owner) = 0;
  /// Ends the lease with QUEUED, as if the job had not been claimed, unless it is not leased to `owner`.
  virtual Result<void> give_back(const JobId& id, const std::string& owner) = 0;
  /// Ends the lease with QUEUED: the job may be claimed again from `not_before` on. The attempt counts. False
  /// if it is not leased to `owner`.
  virtual Result<bool> postpone(const JobId& id, const std::string& owner, Timestamp not_before) = 0;
  /// Removes what is queued or leased for the order, or for the upload.
  virtual Result<void> cancel(const OrderId& order) = 0;
  virtual Result<void> cancel(const AssetId& asset) = 0;
  /// How many jobs of that kind are queued, and how many leased.
  struct Depth {
    std::int64_t queued = 0;
    std::int64_t leased = 0;
    std::optional<Timestamp> oldest_queued;  ///< when it was made
  };
  virtual Result<Depth> depth(JobKind kind) = 0;
};

}  // namespace storey::service
