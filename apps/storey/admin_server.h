// The operator's address of a process: metrics and health.
#pragma once

#include <functional>
#include <memory>

#include "http/server.h"
#include "serve_deployment.h"
#include "serve_metrics.h"

namespace storey {

class AdminServer {
 public:
  /// Adds what only the process itself knows to the gauges.
  using Live = std::function<void(ServiceMetrics::Gauges&)>;

  /// Binds `admin_listen` of the configuration; nothing where there is none. Errors: those of
  /// http::Server::create.
  static Result<std::unique_ptr<AdminServer>> create(Deployment& deployment, ServiceMetrics& metrics,
                                                     Live live);

  void start() { server_->start(); }
  void stop() { server_->stop(std::chrono::milliseconds(100)); }
  std::uint16_t port() const { return server_->port(); }

 private:
  AdminServer(Deployment& deployment, ServiceMetrics& metrics, Live live)
      : deployment_(deployment), metrics_(metrics), live_(std::move(live)) {}
  http::Router routes();
  std::string metrics_text();

  Deployment& deployment_;
  ServiceMetrics& metrics_;
  Live live_;
  std::optional<http::Server> server_;
};

}  // namespace storey
