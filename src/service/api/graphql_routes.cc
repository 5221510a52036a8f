#include "service/api/graphql_routes.h"

#include <array>
#include <boost/json.hpp>

#include "graphql/json_read.h"
#include "http/offload.h"
#include "service/api/answered.h"
#include "service/api/failure_response.h"
#include "service/api/media_type.h"
#include "service/api/request_trace.h"
#include "service/domain/text.h"

namespace storey::service {
namespace {

namespace json = boost::json;
using graphql::ast::OperationType;

constexpr std::string_view kJson = "application/json";
constexpr std::string_view kGraphqlJson = "application/graphql-response+json";
constexpr std::string_view kEvents = "text/event-stream";
constexpr std::array kOffered = {kJson, kGraphqlJson, kEvents};

http::Response answer(int status, std::string_view type, std::string body) {
  return http::Response::bytes(status, std::string(type) + "; charset=utf-8", std::move(body));
}

http::Response refusal(int status, const Failure& failure) {
  http::Response response = answer(status, kJson, graphql_failure_body(failure));
  if (failure.code == FailureCode::kUnauthenticated)
    response.headers.set("WWW-Authenticate", R"(Bearer error="invalid_token")");
  return response;
}

/// A request that was not run. The older media type carries `data: null` and success, the newer one neither.
http::Response request_error(std::string_view type, const std::string& errors) {
  if (type == kGraphqlJson) return answer(400, type, R"({"errors":)" + errors + "}");
  return answer(200, type, R"({"errors":)" + errors + R"(,"data":null})");
}

bool is_json(const http::Request& request) {
  const std::string_view type = request.headers.get("Content-Type");
  if (!http::equal_ignoring_case(http::trim(type.substr(0, type.find(';'))), kJson)) return false;
  const std::size_t charset = to_lower(type).find("charset=");
  if (charset == std::string::npos) return true;
  const std::string named = to_lower(type.substr(charset + std::string_view("charset=").size()));
  return named.starts_with("utf-8") || named.starts_with("\"utf-8\"");
}

Outcome<GraphqlParameters> parameters_of_query(const http::Request& request) {
  json::object object;
  for (const char* name : {"query", "operationName"})
    if (const auto value = request.query_value(name)) object[name] = *value;
  for (const char* name : {"variables", "extensions"}) {
    const auto value = request.query_value(name);
    if (!value || value->empty()) continue;
    json::error_code status;
    object[name] = graphql::read_json(*value, status);
    if (status)
      return refuse(FailureCode::kBadUserInput, std::string(name) + " must be JSON", {{"field", name}});
  }
  return read_graphql_parameters(object);
}

Outcome<GraphqlParameters> parameters_of_body(const std::string& body) {
  json::error_code status;
  const json::value value = graphql::read_json(body, status);
  if (status) return refuse(FailureCode::kBadUserInput, "the body must be JSON: " + status.message());
  return read_graphql_parameters(value);
}

/// Runs small queries here, for they only read; what costs more, and mutations, which wait for the disk, on
/// threads for that.
http::Task<Outcome<HeldResponse>> run(GraphqlTransport& transport, const PreparedOperation& operation,
                                      GraphqlContext& context) {
  bool large = transport.engine.may_be_large(operation);
  if (operation.type == OperationType::kQuery && transport.services.answers_at_once()) {
    if (auto small = transport.engine.execute_small(operation, context))
      co_return HeldResponse{std::move(*small), {}};
    large = true;
  }
  auto response = co_await transport.execute(operation, context, large);
  co_return response;
}

http::Response not_taken(const Failure& failure) {
  http::Response response = refusal(429, failure);
  response.headers.set("Retry-After", "1");  // not the end of the hour
  return response;
}

http::Task<http::Response> respond(GraphqlTransport& transport, http::Request& request, const Client& client,
                                   Outcome<GraphqlParameters> parameters) {
  const std::string_view type = choose_media_type(request.headers.get("Accept"), kOffered);
  if (type.empty())
    co_return refusal(
        406, {FailureCode::kBadUserInput, "the answer can be " + std::string(kJson) + ", " +
                                              std::string(kGraphqlJson) + " or " + std::string(kEvents)});
  if (!parameters) co_return refusal(400, parameters.error());
  auto operation = transport.engine.prepare(std::move(*parameters));
  if (!operation) co_return request_error(type == kEvents ? kGraphqlJson : type, operation.error());
  if (request.method == http::Method::kGet && operation->type == OperationType::kMutation) {
    http::Response response = refusal(405, {FailureCode::kBadUserInput, "a mutation must be sent with POST"});
    response.headers.set("Allow", "POST");
    co_return response;
  }
  const auto charge = [&] { return transport.admissions.charge(request, operation->actions - 1); };
  const auto within = co_await answered(transport.services, party_of(request), charge);
  if (!within) co_return refusal(503, within.error());
  if (!*within) co_return refusal(429, rate_limit_failure());
  const bool subscribes = operation->type == OperationType::kSubscription;
  if (type == kEvents && subscribes)
    co_return open_graphql_events(transport, request, client, std::move(*operation));
  if (subscribes)
    co_return refusal(
        400, {FailureCode::kBadUserInput,
              "a subscription needs a WebSocket (graphql-transport-ws) or Accept: text/event-stream"});
  GraphqlContext context = transport.context_for(request, client);
  auto ran = co_await run(transport, *operation, context);
  if (!ran) co_return not_taken(ran.error());
  graphql::Response& result = ran->response;
  http::Response response = type == kEvents    ? single_graphql_event(std::move(result.body))
                            : !result.has_data ? request_error(type, errors_of(result.body))
                                               : answer(200, type, std::move(result.body));
  response.held = std::move(ran->held);
  co_return response;
}

http::Task<http::Response> post(GraphqlTransport& transport, http::Request& request) {
  const auto client = require_client(request);
  if (!client) co_return refusal(401, client.error());
  if (!is_json(request))
    co_return refusal(
        415, {FailureCode::kBadUserInput, "the body must be sent as Content-Type: application/json"});
  auto body = co_await request.body->collect(transport.options.max_body_bytes);
  if (!body)
    co_return refusal(
        413, {FailureCode::kQueryTooComplex,
              "the request is larger than " + std::to_string(transport.options.max_body_bytes) + " bytes"});
  auto parameters = parameters_of_body(*body);
  auto response = co_await respond(transport, request, *client, std::move(parameters));
  co_return response;
}

http::Task<http::Response> get(GraphqlTransport& transport, http::Request& request) {
  if (request.wants_websocket()) co_return open_graphql_socket(transport, request);
  const auto client = require_client(request);
  if (!client) co_return refusal(401, client.error());
  auto parameters = parameters_of_query(request);
  auto response = co_await respond(transport, request, *client, std::move(parameters));
  co_return response;
}

}  // namespace

GraphqlContext GraphqlTransport::context_for(const http::Request& request, const Client& client) const {
  std::string base = options.public_url;
  if (base.empty())
    base = (request.secure ? "https://" : "http://") + std::string(request.headers.get("Host"));
  GraphqlContext context{services, hub, client, base + "/v1", runner.executor()};
  context.stop = std::make_shared<SubscriptionStop>();
  context.on_failure = [log = &on_failure, id = request.id](const Failure& failure) {
    if (*log) (*log)(id, failure);
  };
  context.traceparent = traceparent_of(request);
  return context;
}

http::Task<Outcome<HeldResponse>> GraphqlTransport::execute(const PreparedOperation& operation,
                                                            GraphqlContext& context, bool large) {
  const ClientId& client = context.client.id;
  const auto work = [&]() -> Outcome<HeldResponse> {
    if (unsent.is_full(client))
      return refuse(FailureCode::kRateLimited,
                    "this client has asked for more than it reads; read those answers first");
    graphql::Response response = engine.execute(operation, context);
    auto held = unsent.add(client, response.body.size());
    return HeldResponse{std::move(response), std::move(held)};
  };
  // Mutations hold the writer's lock: if they stood back, all who want to write would.
  const bool computes = large && operation.type == OperationType::kQuery;
  auto ran =
      co_await http::offload(client.text, work, computes ? http::Effort::kComputes : http::Effort::kWaits);
  co_return ran;
}

void add_graphql_routes(http::Router& router, GraphqlTransport& transport) {
  // One more byte than is taken, so that the refusal can be ours.
  const http::RouteOptions options{
      .max_body_bytes = transport.options.max_body_bytes + 1,
      .render_error = [](const http::Request&, int status, std::string_view message) {
        return graphql_error(status, message);
      }};
  router.stream(
      http::Method::kPost, "/v1/graphql", [&](http::Request& request) { return post(transport, request); },
      options);
  router.stream(
      http::Method::kGet, "/v1/graphql", [&](http::Request& request) { return get(transport, request); },
      options);
}

}  // namespace storey::service
