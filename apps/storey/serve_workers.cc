#include "serve_workers.h"

#include <unistd.h>

#include <algorithm>
#include <thread>

#include "base/trace.h"
#include "sandbox/sandbox.h"
#include "service/worker/scratch_folder.h"

namespace storey {

service::WorkObserver observe(const ServiceLog& log, ServiceMetrics& metrics) {
  using std::chrono::milliseconds;
  service::WorkObserver observer;
  observer.job_started = [&log](const service::Job& job) {
    log.write(LogLevel::kInfo, "job started",
              {{"kind", service::job_kind_name(job.kind)},
               {"job", job.id.text},
               {"order", job.order_id.text},
               {"attempt", job.attempts},
               {"trace", trace_id(job.traceparent)}});
  };
  observer.job_ended = [&log, &metrics](const service::Job& job, const std::string& outcome,
                                        milliseconds took) {
    metrics.count_job(job, outcome, took);
    log.write(LogLevel::kInfo, "job ended",
              {{"kind", service::job_kind_name(job.kind)},
               {"job", job.id.text},
               {"order", job.order_id.text},
               {"outcome", outcome},
               {"ms", took.count()},
               {"trace", trace_id(job.traceparent)}});
  };
  observer.stage_ended = [&metrics](const std::string& stage, milliseconds took) {
    metrics.count_stage(stage, took);
  };
  observer.conversion_broke = [&log](const service::Job& job, const std::string& reason,
                                     const std::string& words) {
    log.write(LogLevel::kWarn, "conversion broke",
              {{"job", job.id.text}, {"order", job.order_id.text}, {"reason", reason}, {"stderr", words}});
  };
  observer.tried_alone = [&log](const service::Job& job) {
    log.write(LogLevel::kWarn, "memory ran out: conversion is tried once more, alone",
              {{"job", job.id.text}, {"order", job.order_id.text}});
  };
  observer.webhook_attempted = [&log, &metrics](const service::Delivery& delivery,
                                                const service::AttemptResult& result) {
    metrics.count_webhook(result);
    const bool delivered = result.http_status >= 200 && result.http_status < 300;
    log.write(delivered ? LogLevel::kDebug : LogLevel::kWarn,
              delivered ? "webhook delivered" : "webhook not delivered",
              {{"webhook", delivery.webhook_id.text},
               {"delivery", delivery.id.text},
               {"event", delivery.event},
               {"status", result.http_status},
               {"error", result.error},
               {"trace", trace_id(delivery.traceparent)}});
  };
  observer.house_kept = [&log](const service::HousekeepingReport& report, std::int64_t orphans) {
    if (report.expired_uploads + report.cancelled_drafts + report.scans_of_orders + report.results_of_orders +
            orphans ==
        0)
      return;
    log.write(LogLevel::kInfo, "deleted what has outlived its time",
              {{"expired_uploads", report.expired_uploads},
               {"cancelled_drafts", report.cancelled_drafts},
               {"scans_of_orders", report.scans_of_orders},
               {"results_of_orders", report.results_of_orders},
               {"orphaned_files", orphans}});
  };
  observer.clock_jumped = [&log](std::chrono::milliseconds jump) {
    log.write(LogLevel::kWarn, "the clock was set: nothing is deleted until two looks at it agree",
              {{"by_ms", jump.count()}});
  };
  observer.failed = [&log](const std::string& action, const service::Failure& failure) {
    log.write(LogLevel::kError, "background work failed",
              {{"action", action}, {"message", failure.message}, {"reason", failure.internal}});
  };
  return observer;
}

Result<void> announce_sandbox(const ServiceConfig& config, const ServiceLog& log) {
  const SandboxSupport support = sandbox_support();
  if (config.worker.sandbox == "required" && !support.full())
    return fail(ErrorCode::kInternal,
                "worker.sandbox is required, and the sandbox cannot be made: " + support.describe(),
                "use a kernel that is started with both, or set worker.sandbox = \"auto\"");
  if (config.worker.sandbox == "off")
    log.write(LogLevel::kWarn, "conversions run without a sandbox");
  else
    log.write(support.full() ? LogLevel::kInfo : LogLevel::kWarn, "conversions run in a sandbox",
              {{"kernel", support.describe()}});
  return {};
}

Machine this_machine() {
  return {std::max(1u, std::thread::hardware_concurrency()),
          static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
              static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE))};
}

int conversions_at_once(const ServiceConfig& config, const Machine& machine) {
  if (config.workers > 0) return config.workers;
  // A conversion keeps two cores busy most of the time. A quarter of the memory is left to the system's
  // cache.
  constexpr unsigned kCoresOfOne = 2;
  constexpr unsigned kMost = 64;
  const unsigned by_cores = machine.cores / kCoresOfOne;
  const std::uint64_t limit = config.worker.memory_limit_bytes;
  const std::uint64_t by_memory = limit == 0 ? by_cores : machine.memory_bytes / 4 * 3 / limit;
  return static_cast<int>(std::clamp<std::uint64_t>(std::min<std::uint64_t>(by_cores, by_memory), 1, kMost));
}

service::WorkerOptions options_of_worker(service::WorkerOptions options, int number, int count) {
  if (number == 0 && count > 1 && options.large_scan_bytes > 0) options.max_bytes = options.large_scan_bytes;
  return options;
}

ConversionWorkers::ConversionWorkers(Deployment& deployment, int count,
                                     const service::WorkObserver& observer) {
  service::remove_abandoned_folders(deployment.worker_options().scratch);  // of processes that were killed
  for (int i = 0; i < count; ++i) {
    const service::WorkerOptions options = options_of_worker(deployment.worker_options(), i, count);
    workers_.push_back(
        std::make_unique<service::ConversionWorker>(deployment.services(), options, observer, call_));
  }
}

void ConversionWorkers::wake() { call_.call(); }

void ConversionWorkers::stop() {
  for (const auto& worker : workers_) worker->request_stop();
  workers_.clear();
}

ServiceChores::ServiceChores(Deployment& deployment, const service::WorkObserver& observer)
    : fetcher_(deployment.call_rules(), deployment.config().fetch.min_rate,
               deployment.config().fetch.timeout),
      caller_(std::make_unique<service::CurlWebhookCaller>(deployment.call_rules(),
                                                           deployment.config().settings.webhook_timeout)),
      checks_(deployment.services(), observer),
      webhooks_(deployment.services(), *caller_, observer),
      housekeeper_(deployment.services(), deployment.config().housekeeping, observer) {
  for (int i = 0; i < deployment.config().fetch.workers; ++i)
    fetches_.push_back(std::make_unique<service::FetchWorker>(deployment.services(), fetcher_,
                                                              deployment.config().fetch, observer));
}

ServiceChores::~ServiceChores() {
  for (const auto& worker : fetches_) worker->request_stop();
  checks_.request_stop();
  webhooks_.stop();
  caller_.reset();  // no call ends any more: the sender may go
}

void ServiceChores::wake_fetches() {
  for (const auto& worker : fetches_) worker->wake();
}

void ServiceChores::wake_webhooks() { webhooks_.wake(); }

}  // namespace storey
