#include "service/domain/job.h"

#include <gtest/gtest.h>

namespace storey::service {
namespace {

TEST(Job, NamesAreReadBack) {
  for (const JobStatus status : {JobStatus::kQueued, JobStatus::kLeased})
    EXPECT_EQ(parse_job_status(job_status_name(status)), status);
  for (const JobKind kind : kJobKinds) EXPECT_EQ(parse_job_kind(job_kind_name(kind)), kind);
  EXPECT_FALSE(parse_job_status("DONE"));
  EXPECT_FALSE(parse_job_kind("other"));
}

TEST(Job, WaitsLongerAfterEachAttemptButAnHourAtMost) {
  EXPECT_EQ(retry_wait(1, Milliseconds(1000)), Milliseconds(1000));
  EXPECT_EQ(retry_wait(3, Milliseconds(1000)), Milliseconds(16'000));
  EXPECT_EQ(retry_wait(30, Milliseconds(1000)), Milliseconds(3'600'000));
}

}  // namespace
}  // namespace storey::service
