// The queue of background work.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "service/domain/job.h"
#include "storey/result.h"

namespace storey::service {

class JobStore {
 public:
  virtual ~JobStore() = default;
  virtual Result<void> insert(const Job& job) = 0;
  virtual Result<std::optional<Job>> find(const JobId& id) = 0;
  /// Leases the oldest job of that kind that is queued, or whose lease has run out, to `owner` until
  /// `expires`.
  virtual Result<std::optional<Job>> claim(JobKind kind, const std::string& owner, Timestamp now,
                                           Timestamp expires) = 0;
  /// Extends the lease; false if the job is no longer leased to `owner`.
  virtual Result<bool> renew(const JobId& id, const std::string& owner, Timestamp expires) = 0;
  /// Ends the lease with DONE, or with QUEUED to give the job back as if it had not been claimed; false if it
  /// is not leased to `owner`.
  virtual Result<bool> release(const JobId& id, const std::string& owner, JobStatus status) = 0;
  /// Cancels what is queued or leased for the order, or for the upload.
  virtual Result<void> cancel(const OrderId& order) = 0;
  virtual Result<void> cancel(const AssetId& asset) = 0;
  /// How many jobs of that kind are queued, and how many leased.
  struct Depth {
    std::int64_t queued = 0;
    std::int64_t leased = 0;
  };
  virtual Result<Depth> depth(JobKind kind) = 0;
};

}  // namespace storey::service
