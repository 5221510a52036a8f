#include "service/domain/job.h"

#include <algorithm>

namespace storey::service {

std::string_view job_kind_name(JobKind kind) { return kind == JobKind::kFetch ? "fetch" : "convert"; }

std::optional<JobKind> parse_job_kind(std::string_view text) {
  if (text == "convert") return JobKind::kConvert;
  if (text == "fetch") return JobKind::kFetch;
  return std::nullopt;
}

Milliseconds retry_wait(int attempts, Milliseconds first) {
  constexpr Milliseconds kLongest{3'600'000};
  Milliseconds wait = first;
  for (int i = 1; i < attempts && wait < kLongest; ++i) wait *= 4;
  return std::min(wait, kLongest);
}

std::string_view job_status_name(JobStatus status) {
  switch (status) {
    case JobStatus::kQueued:
      return "QUEUED";
    case JobStatus::kLeased:
      return "LEASED";
    case JobStatus::kDone:
      return "DONE";
    case JobStatus::kCancelled:
      return "CANCELLED";
  }
  return "DONE";
}

std::optional<JobStatus> parse_job_status(std::string_view text) {
  for (const auto status : {JobStatus::kQueued, JobStatus::kLeased, JobStatus::kDone, JobStatus::kCancelled})
    if (text == job_status_name(status)) return status;
  return std::nullopt;
}

bool may_become(JobStatus from, JobStatus to) {
  switch (to) {
    case JobStatus::kQueued:
      return from == JobStatus::kLeased;
    case JobStatus::kLeased:
      return from == JobStatus::kQueued || from == JobStatus::kLeased;  // lease taken over
    case JobStatus::kDone:
      return from == JobStatus::kLeased;
    case JobStatus::kCancelled:
      return from == JobStatus::kQueued || from == JobStatus::kLeased;
  }
  return false;
}

}  // namespace storey::service
