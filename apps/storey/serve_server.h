// The HTTP side of the service: routes, hooks, and the admin address.
#pragma once

#include <memory>
#include <optional>

#include "admin_server.h"
#include "serve_deployment.h"
#include "serve_log.h"
#include "serve_metrics.h"
#include "service/api/graphql_routes.h"

namespace storey {

class ApiServer {
 public:
  /// Binds the addresses. Errors: those of http::Server::create.
  static Result<std::unique_ptr<ApiServer>> create(Deployment& deployment, const ServiceLog& log,
                                                   ServiceMetrics& metrics);
  ~ApiServer();

  void start();
  void stop();
  Result<void> reload_tls() { return server_->reload_tls(); }

  service::EventHub& hub() { return hub_; }
  std::uint16_t port() const { return server_->port(); }
  std::optional<std::uint16_t> admin_port() const;

 private:
  ApiServer(Deployment& deployment, const ServiceLog& log, ServiceMetrics& metrics);
  Result<void> bind();
  http::Router routes();
  http::Hooks hooks();

  Deployment& deployment_;
  const ServiceLog& log_;
  ServiceMetrics& metrics_;
  service::EventHub hub_;
  service::Admissions admissions_;
  service::GraphqlEngine engine_;
  service::GraphqlRunner runner_;
  service::UnsentAnswers unsent_;
  service::GraphqlTransport transport_;
  std::optional<http::Server> server_;
  std::unique_ptr<AdminServer> admin_;
};

}  // namespace storey
