#include "admin_server.h"

#include <sys/statvfs.h>

#include <system_error>

#include "service/api/health_routes.h"
#include "service/domain/try.h"

namespace storey {
namespace {

namespace fs = std::filesystem;

double size_of(const fs::path& file) {
  std::error_code missing;
  const auto size = fs::file_size(file, missing);
  return missing ? 0 : static_cast<double>(size);
}

void measure_disk(const ServiceConfig& config, ServiceMetrics::Gauges& gauges) {
  struct statvfs system {};
  if (::statvfs(config.data.c_str(), &system) == 0)
    gauges.free_bytes = static_cast<double>(system.f_bavail) * static_cast<double>(system.f_frsize);
  gauges.database_bytes = size_of(config.data / "storey.db");
  gauges.wal_bytes = size_of(config.data / "storey.db-wal");
}

service::Outcome<void> measure_store(service::Session& session, service::Timestamp now,
                                     ServiceMetrics::Gauges& gauges) {
  const auto age = [&](const std::optional<service::Timestamp>& since) {
    return since ? std::max(0.0, std::chrono::duration<double>(now - *since).count()) : 0.0;
  };
  gauges.jobs.clear();  // this may be another try
  for (const auto kind : service::kJobKinds) {
    STOREY_TRY(const auto depth, session.jobs().depth(kind));
    gauges.jobs.push_back({kind, static_cast<double>(depth.queued), static_cast<double>(depth.leased),
                           age(depth.oldest_queued)});
  }
  STOREY_TRY(const auto pending, session.deliveries().count_pending());
  gauges.pending_deliveries = static_cast<double>(pending);
  STOREY_TRY(const auto oldest, session.deliveries().oldest_pending());
  gauges.oldest_delivery_seconds = age(oldest);
  return {};
}

}  // namespace

Result<std::unique_ptr<AdminServer>> AdminServer::create(Deployment& deployment, ServiceMetrics& metrics,
                                                         Live live) {
  const ServiceConfig& config = deployment.config();
  if (config.admin_listen.empty()) return nullptr;
  std::unique_ptr<AdminServer> admin(new AdminServer(deployment, metrics, std::move(live)));
  http::ServerOptions options;
  STOREY_TRY(std::tie(options.address, options.port), parse_listen(config.admin_listen));
  options.threads = 1;
  options.blocking_threads = 1;
  STOREY_TRY(admin->server_, http::Server::create(std::move(options), admin->routes()));
  return admin;
}

http::Router AdminServer::routes() {
  http::Router router;
  router.add(http::Method::kGet, "/metrics",
             [this](http::Request&) {
               return http::Response::bytes(200, "text/plain; version=0.0.4; charset=utf-8", metrics_text());
             },
             {.max_body_bytes = 0, .blocking = true});
  service::add_health_routes(router, deployment_.services());
  return router;
}

std::string AdminServer::metrics_text() {
  ServiceMetrics::Gauges gauges;
  const service::Timestamp now = deployment_.services().clock.now();
  static_cast<void>(deployment_.store().read(
      [&](service::Session& session) { return measure_store(session, now, gauges); }));
  measure_disk(deployment_.config(), gauges);
  live_(gauges);
  return metrics_.text(gauges);
}

}  // namespace storey
