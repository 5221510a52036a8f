#include "serve_metrics.h"

#include <prometheus/text_serializer.h>

namespace storey {
namespace {

using prometheus::BuildCounter;
using prometheus::BuildGauge;
using prometheus::BuildHistogram;

const prometheus::Histogram::BucketBoundaries kRequestSeconds = {
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60};
const prometheus::Histogram::BucketBoundaries kJobSeconds = {0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600, 14400};

const prometheus::Histogram::BucketBoundaries kWaitSeconds = {0.0001, 0.001, 0.005, 0.01, 0.05,
                                                              0.1,    0.5,   1,     5,    10};

}  // namespace

ServiceMetrics::ServiceMetrics()
    : requests_(
          BuildCounter().Name("storey_http_requests_total").Help("Requests answered").Register(registry_)),
      latencies_(BuildHistogram()
                     .Name("storey_http_request_duration_seconds")
                     .Help("From the first byte of a request to the last of its answer")
                     .Register(registry_)),
      received_(BuildCounter()
                    .Name("storey_http_received_bytes_total")
                    .Help("Bytes of request bodies")
                    .Register(registry_)
                    .Add({})),
      sent_(BuildCounter()
                .Name("storey_http_sent_bytes_total")
                .Help("Bytes of answers")
                .Register(registry_)
                .Add({})),
      jobs_(BuildCounter().Name("storey_jobs_total").Help("Jobs that ended, by outcome").Register(registry_)),
      job_times_(
          BuildHistogram().Name("storey_job_duration_seconds").Help("Duration of jobs").Register(registry_)),
      stage_times_(BuildHistogram()
                       .Name("storey_engine_stage_duration_seconds")
                       .Help("Duration of the stages of conversions")
                       .Register(registry_)),
      webhooks_(
          BuildCounter().Name("storey_webhook_attempts_total").Help("Calls to webhooks").Register(registry_)),
      operations_(BuildCounter()
                      .Name("storey_graphql_operations_total")
                      .Help("Fields asked of the root of the schema, by the code of the first error")
                      .Register(registry_)),
      operation_times_(BuildHistogram()
                           .Name("storey_graphql_operation_duration_seconds")
                           .Help("Duration of queries and mutations")
                           .Register(registry_)),
      writer_waits_(BuildHistogram()
                        .Name("storey_database_writer_wait_seconds")
                        .Help("For which writes waited for their turn")
                        .Register(registry_)
                        .Add({}, kWaitSeconds)),
      queue_(BuildGauge().Name("storey_queue_jobs").Help("Jobs waiting and running").Register(registry_)),
      oldest_jobs_(BuildGauge()
                       .Name("storey_queue_oldest_job_seconds")
                       .Help("Age of the oldest job that waits; 0 if none does")
                       .Register(registry_)),
      deliveries_(BuildGauge()
                      .Name("storey_webhook_deliveries_pending")
                      .Help("Deliveries that have not ended")
                      .Register(registry_)
                      .Add({})),
      connections_(
          BuildGauge().Name("storey_http_connections").Help("Open connections").Register(registry_).Add({})),
      subscriptions_(BuildGauge()
                         .Name("storey_graphql_subscriptions")
                         .Help("Open subscriptions")
                         .Register(registry_)
                         .Add({})),
      oldest_delivery_(BuildGauge()
                           .Name("storey_webhook_oldest_delivery_seconds")
                           .Help("Age of the oldest delivery that has not ended; 0 if there is none")
                           .Register(registry_)
                           .Add({})),
      loop_lag_(BuildGauge()
                    .Name("storey_event_loop_lag_seconds")
                    .Help("By how much an event loop was late, at worst since this was last asked")
                    .Register(registry_)
                    .Add({})),
      free_bytes_(BuildGauge()
                      .Name("storey_data_free_bytes")
                      .Help("Free space of the disk with the data folder")
                      .Register(registry_)
                      .Add({})),
      database_bytes_(BuildGauge()
                          .Name("storey_database_bytes")
                          .Help("Size of the database and of its write-ahead log")
                          .Register(registry_)) {
  BuildGauge()
      .Name("storey_build_info")
      .Help("Always 1; the version is a label")
      .Register(registry_)
      .Add({{"version", STOREY_VERSION}})
      .Set(1);
}

ServiceMetrics::RequestSeries ServiceMetrics::series_of(const http::Exchange& exchange) {
  const std::string method(http::method_name(exchange.request.method));
  const std::string status = std::to_string(exchange.status);
  const std::string key = exchange.request.route + " " + method + " " + status;
  const std::lock_guard lock(mutex_);
  if (const auto found = series_.find(key); found != series_.end()) return found->second;
  // The pattern, not the path: identifiers would make a series each.
  const std::string route = exchange.request.route.empty() ? "none" : exchange.request.route;
  const RequestSeries series{&requests_.Add({{"route", route}, {"method", method}, {"status", status}}),
                             &latencies_.Add({{"route", route}, {"method", method}}, kRequestSeconds)};
  return series_.emplace(key, series).first->second;
}

void ServiceMetrics::count_request(const http::Exchange& exchange) {
  const RequestSeries series = series_of(exchange);
  series.count->Increment();
  series.latency->Observe(seconds(exchange.duration));
  received_.Increment(static_cast<double>(exchange.bytes_received));
  sent_.Increment(static_cast<double>(exchange.bytes_sent));
}

void ServiceMetrics::count_job(const service::Job& job, const std::string& outcome,
                               std::chrono::milliseconds took) {
  const std::string kind(service::job_kind_name(job.kind));
  jobs_.Add({{"kind", kind}, {"outcome", outcome}}).Increment();
  job_times_.Add({{"kind", kind}}, kJobSeconds).Observe(seconds(took));
}

void ServiceMetrics::count_stage(const std::string& stage, std::chrono::milliseconds took) {
  stage_times_.Add({{"stage", stage}}, kJobSeconds).Observe(seconds(took));
}

void ServiceMetrics::count_webhook(const service::AttemptResult& result) {
  const std::string outcome = result.http_status == 0                                 ? "no_answer"
                              : result.http_status >= 200 && result.http_status < 300 ? "delivered"
                                                                                      : "refused";
  webhooks_.Add({{"outcome", outcome}}).Increment();
}

void ServiceMetrics::count_operation(const service::OperationReport& report) {
  const std::string operation(report.field);
  operations_.Add({{"operation", operation}, {"code", std::string(report.code)}}).Increment();
  if (report.took.count() > 0)
    operation_times_.Add({{"operation", operation}}, kRequestSeconds).Observe(seconds(report.took));
}

std::string ServiceMetrics::text(const Gauges& gauges) {
  for (const Jobs& jobs : gauges.jobs) {
    const std::string kind(service::job_kind_name(jobs.kind));
    queue_.Add({{"kind", kind}, {"state", "queued"}}).Set(jobs.queued);
    queue_.Add({{"kind", kind}, {"state", "running"}}).Set(jobs.running);
    oldest_jobs_.Add({{"kind", kind}}).Set(jobs.oldest_seconds);
  }
  deliveries_.Set(gauges.pending_deliveries);
  oldest_delivery_.Set(gauges.oldest_delivery_seconds);
  connections_.Set(gauges.connections);
  subscriptions_.Set(gauges.subscriptions);
  loop_lag_.Set(gauges.loop_lag_seconds);
  free_bytes_.Set(gauges.free_bytes);
  database_bytes_.Add({{"file", "storey.db"}}).Set(gauges.database_bytes);
  database_bytes_.Add({{"file", "storey.db-wal"}}).Set(gauges.wal_bytes);
  return prometheus::TextSerializer().Serialize(registry_.Collect());
}

}  // namespace storey
