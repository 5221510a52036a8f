#include "serve_server.h"

#include <algorithm>

#include "serve_workers.h"
#include "service/api/answered.h"
#include "service/api/authentication_routes.h"
#include "service/api/failure_response.h"
#include "service/api/health_routes.h"
#include "service/api/project_routes.h"
#include "service/api/published.h"
#include "service/api/request_trace.h"
#include "service/api/transfer_routes.h"
#include "service/api/web_pages.h"
#include "service/domain/try.h"

namespace storey {
namespace {

using service::Failure;

graphql::ExceptionHook exception_hook(const ServiceLog& log) {
  return [&log](const std::exception_ptr& exception, const graphql::Field& field) {
    std::string reason = "something that is no std::exception";
    try {
      std::rethrow_exception(exception);
    } catch (const std::exception& error) {
      reason = error.what();
    } catch (...) {
    }
    log.write(LogLevel::kError, "a resolver threw", {{"field", field.coordinate}, {"reason", reason}});
  };
}

service::GraphqlEngineOptions engine_options(const ServiceConfig& config, ServiceMetrics& metrics) {
  service::GraphqlEngineOptions options;
  options.limits = config.graphql;
  options.max_response_bytes = config.max_response_bytes;
  options.on_operation = [&metrics](const service::OperationReport& report) {
    metrics.count_operation(report);
  };
  return options;
}

}  // namespace

ApiServer::ApiServer(Deployment& deployment, const ServiceLog& log, ServiceMetrics& metrics)
    : deployment_(deployment),
      log_(log),
      metrics_(metrics),
      admissions_(deployment.services(), deployment.rate_limits()),
      engine_(engine_options(deployment.config(), metrics), exception_hook(log)),
      unsent_(deployment.config().max_unsent_bytes),
      transport_{
          deployment.services(),
          hub_,
          admissions_,
          engine_,
          runner_,
          unsent_,
          {deployment.config().public_url, deployment.config().max_request_bytes},
          [&log](const std::string& id, const Failure& failure) {
            log.write(LogLevel::kError, "an action failed", {{"request", id}, {"reason", failure.internal}});
          }} {}

ApiServer::~ApiServer() { stop(); }

Result<std::unique_ptr<ApiServer>> ApiServer::create(Deployment& deployment, const ServiceLog& log,
                                                     ServiceMetrics& metrics) {
  std::unique_ptr<ApiServer> server(new ApiServer(deployment, log, metrics));
  STOREY_TRY_VOID(server->bind());
  return server;
}

Result<void> ApiServer::bind() {
  const ServiceConfig& config = deployment_.config();
  http::ServerOptions options = config.http;
  STOREY_TRY(std::tie(options.address, options.port), parse_listen(config.listen));
  options.blocking_threads = 16;
  // Some of them wait for the disk; but nobody is to have all cores.
  options.blocking_threads_of_party = std::clamp(static_cast<int>(this_machine().cores), 2, 4);
  for (const char* header :
       {"X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "WWW-Authenticate"})
    options.cors.exposed_headers.emplace_back(header);
  options.hooks = hooks();
  STOREY_TRY(server_, http::Server::create(std::move(options), routes()));
  STOREY_TRY(admin_, AdminServer::create(deployment_, metrics_, [this](ServiceMetrics::Gauges& gauges) {
               const http::ServerStatistics statistics = server_->statistics();
               gauges.connections = static_cast<double>(statistics.connections_open);
               gauges.loop_lag_seconds = std::chrono::duration<double>(statistics.loop_lag).count();
               gauges.subscriptions = static_cast<double>(runner_.open());
             }));
  return {};
}

void ApiServer::start() {
  server_->start();
  if (admin_) admin_->start();
}

void ApiServer::stop() {
  if (server_) server_->stop(deployment_.config().shutdown_grace);
  if (admin_) admin_->stop();  // it looks at the server
  admin_.reset();
  server_.reset();
}

std::optional<std::uint16_t> ApiServer::admin_port() const {
  return admin_ ? std::optional(admin_->port()) : std::nullopt;
}

http::Router ApiServer::routes() {
  http::Router router;
  service::Services& services = deployment_.services();
  service::add_authentication_routes(router, services);
  service::add_project_routes(router, services);
  service::add_transfer_routes(router, services);
  service::add_graphql_routes(router, transport_);
  service::add_published_routes(router);
  service::add_health_routes(router, services);
  service::add_icon_route(router);
  if (deployment_.config().page) service::add_page_routes(router, services);
  if (deployment_.config().graphiql) service::add_graphiql_routes(router);
  return router;
}

http::Hooks ApiServer::hooks() {
  http::Hooks hooks;
  hooks.before = [this](http::Request& request) -> http::Task<std::optional<http::Response>> {
    // At a path with nothing behind it nobody is told what is free.
    const bool free = request.route_options != nullptr && request.route_options->free;
    const auto admit = [this, &request, free] { return &admissions_.admit(request, free); };
    const service::Admission* admission =
        co_await service::answered(deployment_.services(), service::party_of(request), admit);
    request.party = admission->client ? admission->client->id.text : request.remote_address;
    if (!admission->over_limit && !admission->failure) co_return std::nullopt;
    const int status = admission->failure ? 503 : 429;
    const Failure& failure = admission->failure ? *admission->failure : service::rate_limit_failure();
    http::Response refused = request.route_options != nullptr && request.route_options->render_error
                                 ? request.route_options->render_error(request, status, failure.message)
                                 : service::rest_error(status, failure.message);
    refused.note = failure.internal;
    co_return refused;
  };
  hooks.render_error = [](const http::Request&, int status, std::string_view message) {
    return service::rest_error(status, message);
  };
  hooks.decorate = [this](http::Request& request, http::Response& response) {
    if (service::admission_of(request) == nullptr) admissions_.tell(request);
    service::write_rate_headers(*service::admission_of(request), deployment_.services().clock.now(),
                                response);
    response.headers.set("X-Request-Id", request.id);
    response.headers.set("X-Content-Type-Options", "nosniff");
    if (const auto hsts = deployment_.config().hsts.count(); request.secure && hsts > 0)
      response.headers.set("Strict-Transport-Security", "max-age=" + std::to_string(hsts));
  };
  hooks.finished = [this](const http::Exchange& exchange) {
    metrics_.count_request(exchange);
    if (exchange.status >= 500 && !exchange.note.empty())
      log_.write(LogLevel::kError, "a request failed",
                 {{"request", exchange.request.id}, {"reason", exchange.note}});
    if (!log_.writes(LogLevel::kInfo)) return;
    const service::Admission* admission = service::admission_of(exchange.request);
    const bool known = admission != nullptr && admission->client;
    // The path without its query: signatures of addresses are secrets.
    log_.write(LogLevel::kInfo, "request",
               {{"request", exchange.request.id},
                {"method", exchange.request.method_text},
                {"path", exchange.request.path},
                {"status", exchange.status},
                {"client", known ? std::string_view(admission->client->id.text) : ""},
                {"remote", exchange.request.remote_address},
                {"received", exchange.bytes_received},
                {"sent", exchange.bytes_sent},
                {"us", std::chrono::duration_cast<std::chrono::microseconds>(exchange.duration).count()},
                {"note", exchange.note},
                {"trace", trace_id(service::traceparent_of(exchange.request))}});
  };
  hooks.handler_threw = [this](const http::Request& request, const std::exception& error) {
    log_.write(LogLevel::kError, "a handler threw", {{"request", request.id}, {"reason", error.what()}});
  };
  return hooks;
}

}  // namespace storey
