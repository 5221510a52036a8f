// The background work of one process.
#pragma once

#include <memory>
#include <vector>

#include "serve_deployment.h"
#include "serve_log.h"
#include "serve_metrics.h"
#include "service/adapters/webhooks/curl_caller.h"
#include "service/adapters/webhooks/curl_fetcher.h"
#include "service/worker/conversion_worker.h"
#include "service/worker/fetch_worker.h"
#include "service/worker/housekeeper.h"
#include "service/worker/verify_workers.h"
#include "service/worker/webhook_sender.h"

namespace storey {

/// What background work tells, written to log and metrics. Both must outlive it.
service::WorkObserver observe(const ServiceLog& log, ServiceMetrics& metrics);

/// Says in the log what keeps conversions from harm. Errors: kInternal where a sandbox is required that the
/// kernel cannot make.
Result<void> announce_sandbox(const ServiceConfig& config, const ServiceLog& log);

struct Machine {
  unsigned cores = 1;
  std::uint64_t memory_bytes = 0;
};
Machine this_machine();

/// How many conversions `storey worker` runs at a time: `workers`, or, where that is 0, as many as the
/// machine's cores and memory allow.
int conversions_at_once(const ServiceConfig& config, const Machine& machine);

/// Of one of the `count` workers of a process. The first of several takes no large orders: these never keep
/// all of them.
service::WorkerOptions options_of_worker(service::WorkerOptions options, int number, int count);

/// Conversions only: what `storey worker` does.
class ConversionWorkers {
 public:
  ConversionWorkers(Deployment& deployment, int count, const service::WorkObserver& observer);
  void wake();
  /// Stops what is under way and gives it back.
  void stop();

 private:
  service::WorkCall call_;
  std::vector<std::unique_ptr<service::ConversionWorker>> workers_;
};

/// What `storey serve` does beside answering and converting: fetches, checks, webhooks, housekeeping.
class ServiceChores {
 public:
  ServiceChores(Deployment& deployment, const service::WorkObserver& observer);
  ~ServiceChores();
  void wake_fetches();
  void wake_checks() { checks_.wake(); }
  void wake_webhooks();

 private:
  service::CurlFetcher fetcher_;
  std::unique_ptr<service::CurlWebhookCaller> caller_;
  std::vector<std::unique_ptr<service::FetchWorker>> fetches_;
  service::VerifyWorkers checks_;
  service::WebhookSender webhooks_;
  service::Housekeeper housekeeper_;
};

}  // namespace storey
