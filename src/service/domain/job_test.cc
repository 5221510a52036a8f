#include "service/domain/job.h"

#include <gtest/gtest.h>

#include <set>

namespace storey::service {
namespace {

using enum JobStatus;

TEST(JobStatus, EveryTransitionIsAllowedOrRefused) {
  const std::set<std::pair<JobStatus, JobStatus>> allowed = {{kQueued, kLeased},    {kLeased, kLeased},
                                                             {kLeased, kQueued},    {kLeased, kDone},
                                                             {kQueued, kCancelled}, {kLeased, kCancelled}};
  for (const JobStatus from : {kQueued, kLeased, kDone, kCancelled}) {
    EXPECT_EQ(parse_job_status(job_status_name(from)), from);
    for (const JobStatus to : {kQueued, kLeased, kDone, kCancelled})
      EXPECT_EQ(may_become(from, to), allowed.contains({from, to}))
          << job_status_name(from) << job_status_name(to);
  }
}

}  // namespace
}  // namespace storey::service
