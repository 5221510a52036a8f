#include "service/domain/job.h"

#include <algorithm>

namespace storey::service {

std::string_view job_kind_name(JobKind kind) {
  switch (kind) {
    case JobKind::kConvert:
      return "convert";
    case JobKind::kFetch:
      return "fetch";
    case JobKind::kVerify:
      return "verify";
  }
  return "convert";
}

std::optional<JobKind> parse_job_kind(std::string_view text) {
  for (const JobKind kind : kJobKinds)
    if (text == job_kind_name(kind)) return kind;
  return std::nullopt;
}

Milliseconds retry_wait(int attempts, Milliseconds first) {
  constexpr Milliseconds kLongest{3'600'000};
  Milliseconds wait = first;
  for (int i = 1; i < attempts && wait < kLongest; ++i) wait *= 4;
  return std::min(wait, kLongest);
}

std::string_view job_status_name(JobStatus status) {
  return status == JobStatus::kLeased ? "LEASED" : "QUEUED";
}

std::optional<JobStatus> parse_job_status(std::string_view text) {
  if (text == "QUEUED") return JobStatus::kQueued;
  if (text == "LEASED") return JobStatus::kLeased;
  return std::nullopt;
}

}  // namespace storey::service
