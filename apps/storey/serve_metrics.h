// What the service counts, for Prometheus.
#pragma once

#include <prometheus/counter.h>
#include <prometheus/family.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>

#include <chrono>
#include <mutex>
#include <string>
#include <unordered_map>

#include "http/server.h"
#include "service/worker/observer.h"

namespace storey {

class ServiceMetrics {
 public:
  ServiceMetrics();

  void count_request(const http::Exchange& exchange);
  void count_job(const service::Job& job, const std::string& outcome, std::chrono::milliseconds took);
  void count_stage(const std::string& stage, std::chrono::milliseconds took);
  void count_webhook(const service::AttemptResult& result);

  /// What is as it is at this moment.
  struct Gauges {
    double queued_jobs = 0, running_jobs = 0, pending_deliveries = 0, connections = 0, subscriptions = 0;
  };
  /// All of it in the text format of Prometheus.
  std::string text(const Gauges& gauges);

 private:
  /// What is counted for requests that are alike.
  struct RequestSeries {
    prometheus::Counter* count = nullptr;
    prometheus::Histogram* latency = nullptr;
  };
  RequestSeries series_of(const http::Exchange& exchange);

  std::mutex mutex_;
  std::unordered_map<std::string, RequestSeries>
      series_;  ///< by route, method and status: labels are dear to look up
  prometheus::Registry registry_;
  prometheus::Family<prometheus::Counter>& requests_;
  prometheus::Family<prometheus::Histogram>& latencies_;
  prometheus::Counter& received_;
  prometheus::Counter& sent_;
  prometheus::Family<prometheus::Counter>& jobs_;
  prometheus::Family<prometheus::Histogram>& job_times_;
  prometheus::Family<prometheus::Histogram>& stage_times_;
  prometheus::Family<prometheus::Counter>& webhooks_;
  prometheus::Family<prometheus::Gauge>& queue_;
  prometheus::Gauge& deliveries_;
  prometheus::Gauge& connections_;
  prometheus::Gauge& subscriptions_;
};

}  // namespace storey
