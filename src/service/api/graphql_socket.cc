// GraphQL by WebSocket: the protocol graphql-transport-ws (github.com/enisdenjo/graphql-ws, PROTOCOL.md).
#include <boost/json.hpp>
#include <map>
#include <mutex>

#include "graphql/json_read.h"
#include "graphql/json_text.h"
#include "http/offload.h"
#include "http/party_turns.h"
#include "service/api/answered.h"
#include "service/api/failure_response.h"
#include "service/api/graphql_routes.h"
#include "service/usecases/tokens.h"

namespace storey::service {
namespace {

namespace json = boost::json;
using graphql::ast::OperationType;

enum CloseCode : std::uint16_t {
  kBadRequest = 4400,
  kUnauthorized = 4401,
  kForbidden = 4403,
  kInitTimeout = 4408,
  kDuplicateOperation = 4409,
  kTooManyInits = 4429,
};

/// One connection. Its messages come one at a time; its operations end on the loop of the runner: hence the
/// lock.
class GraphqlSocket : public std::enable_shared_from_this<GraphqlSocket> {
 public:
  GraphqlSocket(GraphqlTransport& transport, const http::Request& request)
      : transport_(transport), remote_address_(request.remote_address) {
    request_.headers = request.headers;
    request_.secure = request.secure;
    request_.id = request.id;
    if (const auto token = bearer_token(request)) token_ = std::string(*token);
  }

  void opened(const std::shared_ptr<http::WebSocket>& socket) {
    socket_ = socket;
    transport_.runner.after(transport_.options.init_timeout, [self = weak_from_this()] {
      if (const auto socket_state = self.lock()) socket_state->check_initialized();
    });
  }

  http::Task<> hear(std::string message) {
    json::error_code status;
    const json::value value = graphql::read_json(message, status);
    const auto* object = status ? nullptr : value.if_object();
    const auto* type = object == nullptr ? nullptr : object->if_contains("type");
    if (type == nullptr || !type->is_string()) co_return close(kBadRequest, "Invalid message received");
    const std::string name(type->get_string());
    if (name == "connection_init") {
      co_await initialize(*object);
    } else if (name == "ping") {
      echo(*object, "pong");
    } else if (name == "subscribe") {
      co_await subscribe(*object);
    } else if (name == "complete") {
      complete(*object);
    } else if (name != "pong") {
      close(kBadRequest, "Invalid message received");
    }
  }

  void closed() {
    std::map<std::string, std::shared_ptr<SubscriptionStop>> operations;
    {
      const std::lock_guard lock(mutex_);
      operations.swap(operations_);
    }
    for (const auto& [id, stop] : operations) transport_.runner.stop(stop);
  }

 private:
  void close(CloseCode code, std::string_view reason) {
    if (const auto socket = socket_.lock()) socket->close(code, reason);
  }
  bool send(std::string text, std::shared_ptr<const void> held = {}) {
    const auto socket = socket_.lock();
    return socket != nullptr && socket->send(std::move(text), std::move(held));
  }

  /// The payload of a ping comes back with its pong.
  void echo(const json::object& message, std::string_view type) {
    json::object answer{{"type", type}};
    if (const auto* payload = message.if_contains("payload")) answer["payload"] = *payload;
    send(json::serialize(answer));
  }

  void check_initialized() {
    const std::lock_guard lock(mutex_);
    if (!initialized_) close(kInitTimeout, "Connection initialisation timeout");
  }

  http::Task<> initialize(const json::object& message) {
    bool again = false;
    {
      const std::lock_guard lock(mutex_);
      again = std::exchange(initialized_, true);
    }
    if (again) co_return close(kTooManyInits, "Too many initialisation requests");
    const auto* payload = message.if_contains("payload");
    if (payload != nullptr && payload->is_object()) {
      for (const auto& [name, value] : payload->get_object()) {
        if (!http::equal_ignoring_case(std::string_view(name.data(), name.size()), "Authorization") ||
            !value.is_string())
          continue;
        http::Request named;
        named.headers.set("Authorization", std::string(value.get_string()));
        token_ = std::string(bearer_token(named).value_or(""));
      }
    }
    const auto check = [this] { return authenticate(transport_.services, token_).has_value(); };
    if (!co_await answered(transport_.services, token_, check)) co_return close(kForbidden, "Forbidden");
    accepted_ = true;
    send(R"({"type":"connection_ack"})");
  }

  void complete(const json::object& message) {
    const auto* id = message.if_contains("id");
    if (id == nullptr || !id->is_string()) return close(kBadRequest, "Invalid message received");
    const auto stop = take(std::string(id->get_string()));
    if (stop) transport_.runner.stop(stop);
  }

  std::shared_ptr<SubscriptionStop> take(const std::string& id) {
    const std::lock_guard lock(mutex_);
    const auto node = operations_.extract(id);
    return node ? node.mapped() : nullptr;
  }

  /// Counts and authenticates as every request is. Refuses with RATE_LIMITED or UNAUTHENTICATED.
  Outcome<Client> admit() {
    const Admission admission = transport_.admissions.admit(token_, remote_address_, false);
    if (admission.failure) return tl::make_unexpected(*admission.failure);
    if (!admission.client) return tl::make_unexpected(*admission.refusal);
    if (admission.over_limit) return tl::make_unexpected(rate_limit_failure());
    return *admission.client;
  }

  http::Task<> subscribe(const json::object& message) {
    if (!accepted_) co_return close(kUnauthorized, "Unauthorized");
    const auto* id_value = message.if_contains("id");
    const auto* payload = message.if_contains("payload");
    if (id_value == nullptr || !id_value->is_string() || id_value->get_string().empty() || payload == nullptr)
      co_return close(kBadRequest, "Invalid message received");
    const std::string id(id_value->get_string());
    auto parameters = read_graphql_parameters(*payload);
    if (!parameters) co_return close(kBadRequest, "Invalid message received");
    const auto stop = std::make_shared<SubscriptionStop>();
    bool too_many = false;
    {
      const std::lock_guard lock(mutex_);
      too_many = operations_.size() >= transport_.options.max_operations_per_socket;
      if (!too_many && !operations_.emplace(id, stop).second)
        co_return close(kDuplicateOperation, "Subscriber for " + id + " already exists");
    }
    if (too_many)
      co_return send_error(
          id, failure_list({FailureCode::kQuotaExceeded, "too many operations on one connection"}));
    const auto admission = [this] { return admit(); };
    const auto client = co_await answered(transport_.services, token_, admission);
    if (!client && client.error().code == FailureCode::kUnauthenticated)
      co_return close(kForbidden, "Forbidden");
    if (!client) co_return refuse_operation(id, failure_list(client.error()));
    http::PartyTurn turn;
    co_await turn.begin(client->id.text);
    auto operation = transport_.engine.prepare(std::move(*parameters));
    if (!operation) co_return refuse_operation(id, operation.error());
    const auto charge = [&] { return transport_.admissions.charge(*client, operation->actions - 1); };
    const auto within = co_await answered(transport_.services, token_, charge);
    if (!within) co_return refuse_operation(id, failure_list(within.error()));
    if (!*within) co_return refuse_operation(id, failure_list(rate_limit_failure()));
    co_await run(id, *client, std::move(*operation), stop, last_event_id(*payload));
  }

  /// `extensions.last_event_id` of the payload: what Last-Event-ID is to event streams.
  static std::optional<std::int64_t> last_event_id(const json::value& payload) {
    const auto* extensions = payload.get_object().if_contains("extensions");
    const auto* id = extensions != nullptr && extensions->is_object()
                         ? extensions->get_object().if_contains("last_event_id")
                         : nullptr;
    return id != nullptr && id->is_string() ? parse_event_id(id->get_string()) : std::nullopt;
  }

  http::Task<> run(const std::string& id, const Client& client, PreparedOperation operation,
                   const std::shared_ptr<SubscriptionStop>& stop, std::optional<std::int64_t> after) {
    auto context = std::make_shared<GraphqlContext>(transport_.context_for(request_, client));
    context->stop = stop;
    context->cursor = std::make_shared<EventCursor>();
    context->cursor->after = after;
    if (operation.type == OperationType::kSubscription) {
      transport_.runner.start(std::move(operation), std::move(context), sink_for(id));
      co_return;
    }
    auto ran = co_await transport_.execute(operation, *context, transport_.engine.may_be_large(operation));
    if (!ran) co_return refuse_operation(id, failure_list(ran.error()));
    if (!take(id)) co_return;  // the client has completed it meanwhile
    if (!ran->response.has_data) co_return send_error(id, errors_of(ran->response.body));
    send_next(id, ran->response.body, std::move(ran->held));
    send_complete(id);
  }

  OperationSink sink_for(const std::string& id) {
    OperationSink sink;
    const auto self = shared_from_this();
    sink.credential = token_;
    sink.next = [self, id](const std::string& body, std::int64_t event) {
      const std::string known = body.substr(0, body.size() - 1);
      return self->send_next(id, known + R"(,"extensions":{"event_id":")" + std::to_string(event) + R"("}})");
    };
    sink.refused = [self, id](const std::string& errors) { self->refuse_operation(id, errors); };
    sink.complete = [self, id] {
      if (self->take(id)) self->send_complete(id);
    };
    sink.still_allowed = [self] {
      const bool allowed = self->transport_.admissions.is_allowed(self->token_);
      if (!allowed) self->close(kForbidden, "Forbidden");
      return allowed;
    };
    return sink;
  }

  static std::string failure_list(const Failure& failure) { return errors_of(graphql_failure_body(failure)); }

  static std::string quoted(std::string_view text) {
    std::string literal;
    graphql::append_json_string(literal, text);
    return literal;
  }

  bool send_next(const std::string& id, const std::string& body, std::shared_ptr<const void> held = {}) {
    return send(R"({"id":)" + quoted(id) + R"(,"type":"next","payload":)" + body + "}", std::move(held));
  }
  void send_complete(const std::string& id) { send(R"({"id":)" + quoted(id) + R"(,"type":"complete"})"); }
  void send_error(const std::string& id, const std::string& errors) {
    send(R"({"id":)" + quoted(id) + R"(,"type":"error","payload":)" + errors + "}");
  }
  void refuse_operation(const std::string& id, const std::string& errors) {
    if (take(id)) send_error(id, errors);
  }

  GraphqlTransport& transport_;
  std::string remote_address_;
  http::Request request_;  ///< as much of the opening request as contexts are made of
  std::string token_;
  bool accepted_ = false;
  std::weak_ptr<http::WebSocket> socket_;  // which owns this one
  std::mutex mutex_;
  bool initialized_ = false;
  std::map<std::string, std::shared_ptr<SubscriptionStop>> operations_;
};

}  // namespace

http::Response open_graphql_socket(GraphqlTransport& transport, const http::Request& request) {
  const auto state = std::make_shared<GraphqlSocket>(transport, request);
  http::WebSocketUpgrade upgrade;
  upgrade.protocols = {"graphql-transport-ws"};
  upgrade.max_message_bytes = transport.options.max_body_bytes;
  upgrade.on_open = [state](const std::shared_ptr<http::WebSocket>& socket) { state->opened(socket); };
  upgrade.on_message = [state](const std::shared_ptr<http::WebSocket>&, std::string message) {
    return state->hear(std::move(message));
  };
  upgrade.on_close = [state](std::uint16_t) { state->closed(); };
  return http::Response::websocket(std::move(upgrade));
}

}  // namespace storey::service
