// GraphQL over HTTP, server-sent events and WebSocket, all on one path.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "http/router.h"
#include "service/api/admission.h"
#include "service/api/graphql_engine.h"
#include "service/api/graphql_runner.h"
#include "service/api/unsent_answers.h"

namespace storey::service {

struct GraphqlTransportOptions {
  std::string public_url;  ///< "https://host[:port]"; empty: what the request's Host says
  std::size_t max_body_bytes = 1 << 20;
  std::size_t max_operations_per_socket = 1000;
  std::chrono::milliseconds init_timeout{3000};  ///< of a WebSocket, for its connection_init
};

/// A response, with what counts it as unsent.
struct HeldResponse {
  graphql::Response response;
  std::shared_ptr<const void> held;
};

/// What the transports work with; outlives the router.
struct GraphqlTransport {
  Services& services;
  EventHub& hub;
  Admissions& admissions;
  GraphqlEngine& engine;
  GraphqlRunner& runner;
  UnsentAnswers& unsent;
  GraphqlTransportOptions options;
  std::function<void(const std::string& request_id, const Failure&)> on_failure;

  /// The context of an operation that came with `request`.
  GraphqlContext context_for(const http::Request& request, const Client& client) const;

  /// Runs a query or mutation on another thread: of those that stand back where it is a query that may be
  /// `large`. Refuses with RATE_LIMITED, before anything is done, where the client has not taken what it
  /// asked for before.
  http::Task<Outcome<HeldResponse>> execute(const PreparedOperation& operation, GraphqlContext& context,
                                            bool large);
};

void add_graphql_routes(http::Router& router, GraphqlTransport& transport);

/// Answers the request for a WebSocket with the sub-protocol graphql-transport-ws.
http::Response open_graphql_socket(GraphqlTransport& transport, const http::Request& request);

/// A stream of events in the "distinct connections" mode of graphql-sse that holds one answer and ends.
http::Response single_graphql_event(std::string body);

/// Answers a subscription with a stream of events in that mode.
http::Response open_graphql_events(GraphqlTransport& transport, const http::Request& request,
                                   const Client& client, PreparedOperation operation);

}  // namespace storey::service
