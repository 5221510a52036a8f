// Job: work that the service does in the background, claimed by one worker at a time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "service/domain/id.h"
#include "service/domain/timestamp.h"

namespace storey::service {

/// An order's conversion; an asset's fetch from its source address; the check of an asset's bytes.
enum class JobKind { kConvert, kFetch, kVerify };
inline constexpr std::array kJobKinds = {JobKind::kConvert, JobKind::kFetch, JobKind::kVerify};
std::string_view job_kind_name(JobKind kind);
std::optional<JobKind> parse_job_kind(std::string_view text);

/// How long a job waits after its attempt number `attempts` met trouble: `first`, four times as long after
/// each further one, at most an hour.
Milliseconds retry_wait(int attempts, Milliseconds first);

/// QUEUED → LEASED; back to QUEUED when a worker gives it up or its lease runs out. A job that is done, or
/// cancelled, is gone.
enum class JobStatus { kQueued, kLeased };
std::string_view job_status_name(JobStatus status);
std::optional<JobStatus> parse_job_status(std::string_view text);

struct Job {
  JobId id;
  JobKind kind = JobKind::kConvert;
  ClientId client_id;
  OrderId order_id;
  AssetId asset_id;  ///< of a fetch or a check
  JobStatus status = JobStatus::kQueued;
  int attempts = 0;              ///< claims so far
  Timestamp not_before{};        ///< it waits until then, after trouble
  std::uint64_t size_bytes = 0;  ///< of what it works on, as far as known
  std::string lease_owner;  ///< unique for each claim: a worker that lost its lease cannot finish the job
  Timestamp lease_expires{};
  Timestamp created{};
  std::string traceparent;         ///< of the request that it follows from
  std::vector<std::string> etags;  ///< of a check: of the parts that the client named, in their order
};

}  // namespace storey::service
