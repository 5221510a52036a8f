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
#include <vector>

#include "http/server.h"
#include "service/api/graphql_engine.h"
#include "service/worker/observer.h"

namespace storey {

class ServiceMetrics {
 public:
  ServiceMetrics();

  void count_request(const http::Exchange& exchange);
  void count_job(const service::Job& job, const std::string& outcome, std::chrono::milliseconds took);
  void count_stage(const std::string& stage, std::chrono::milliseconds took);
  void count_webhook(const service::AttemptResult& result);
  void count_operation(const service::OperationReport& report);
  void count_writer_wait(std::chrono::nanoseconds wait) { writer_waits_.Observe(seconds(wait)); }

  /// Jobs of one kind.
  struct Jobs {
    service::JobKind kind = service::JobKind::kConvert;
    double queued = 0, running = 0, oldest_seconds = 0;
  };
  /// What is as it is at this moment.
  struct Gauges {
    std::vector<Jobs> jobs;
    double pending_deliveries = 0, oldest_delivery_seconds = 0;
    double connections = 0, subscriptions = 0, loop_lag_seconds = 0;
    double free_bytes = 0, database_bytes = 0, wal_bytes = 0;
  };
  /// All of it in the text format of Prometheus.
  std::string text(const Gauges& gauges);

 private:
  static double seconds(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

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
  prometheus::Family<prometheus::Counter>& operations_;
  prometheus::Family<prometheus::Histogram>& operation_times_;
  prometheus::Histogram& writer_waits_;
  prometheus::Family<prometheus::Gauge>& queue_;
  prometheus::Family<prometheus::Gauge>& oldest_jobs_;
  prometheus::Gauge& deliveries_;
  prometheus::Gauge& connections_;
  prometheus::Gauge& subscriptions_;
  prometheus::Gauge& oldest_delivery_;
  prometheus::Gauge& loop_lag_;
  prometheus::Gauge& free_bytes_;
  prometheus::Family<prometheus::Gauge>& database_bytes_;
};

}  // namespace storey
