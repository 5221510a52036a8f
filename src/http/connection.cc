#include "http/connection.h"

#include <array>
#include <cstdio>
#include <random>

#include "http/conditions.h"
#include "http/cors.h"
#include "http/event_stream_session.h"
#include "http/websocket_session.h"

namespace storey::http {
namespace {

constexpr std::size_t kHeadPiece = 4096;
constexpr std::size_t kMaxRequestId = 64;
// How long a client that is still sending may take to notice that it has been answered and refused.
constexpr std::chrono::seconds kLingerTime{2};

bool is_request_id(std::string_view text) {
  return !text.empty() && text.size() <= kMaxRequestId && is_token(text);
}

// Tells requests apart in logs; nothing is protected by it.
std::string make_request_id() {
  thread_local std::mt19937_64 random{std::random_device{}()};
  std::array<char, 33> text{};
  std::snprintf(text.data(), text.size(), "%016llx%016llx", static_cast<unsigned long long>(random()),
                static_cast<unsigned long long>(random()));
  return text.data();
}

bool is_open_ended(const Response& response) {
  return std::holds_alternative<StreamBody>(response.body) ||
         std::holds_alternative<EventStreamBody>(response.body);
}

std::string method_list(const std::vector<Method>& methods) {
  std::string text;
  for (const Method method : methods) text.append(text.empty() ? "" : ", ").append(method_name(method));
  return text;
}

}  // namespace

void Connection::serve(std::shared_ptr<Loop> loop, const ConnectionContext& context,
                       asio::ip::tcp::socket socket, AddressCounts::Ticket ticket) {
  boost::system::error_code error;
  const auto endpoint = socket.remote_endpoint(error);
  if (error) return;  // the client has gone already
  SslPtr ssl = context.tls ? context.tls->new_connection() : nullptr;
  start(run(std::unique_ptr<Connection>(new Connection(std::move(loop), context,
                                                       Transport(std::move(socket), std::move(ssl)),
                                                       endpoint.address().to_string(), std::move(ticket)))));
}

Connection::Connection(std::shared_ptr<Loop> loop, const ConnectionContext& context, Transport transport,
                       std::string peer, AddressCounts::Ticket ticket)
    : loop_(std::move(loop)),
      context_(context),
      transport_(std::move(transport)),
      peer_(std::move(peer)),
      ticket_(std::move(ticket)) {}

Task<> Connection::run(std::unique_ptr<Connection> connection) {
  const Loop::Membership membership = connection->loop_->add(*connection);
  try {
    co_await connection->serve_requests();
  } catch (...) {
    // Out of memory, or a hook that throws while a response is under way: this connection cannot go on,
    // others can.
    connection->transport_.abort();
  }
  connection->loop_->remove(membership);
}

Task<> Connection::serve_requests() {
  const Clock::time_point deadline = Clock::now() + context_.options.head_timeout;
  if (co_await transport_.handshake(deadline) != Transport::Status::kOk) co_return;
  while (co_await serve_one()) {
  }
}

// True where the connection goes on with another request.
Task<bool> Connection::serve_one() {
  tl::expected<RequestHead, Fault> head = co_await read_head();
  if (!head && head.error().status == 0) co_return false;

  Request request;
  request.secure = transport_.secure();
  Framing framing;
  if (!head) {
    note_ = head.error().message;
    request.id = make_request_id();
    request.remote_address = context_.proxies.client_address(peer_, request.headers);
    Response response = error_response(request, head.error().status, head.error().message);
    decorate(request, response);
    framing.keep_alive = false;
    const bool sent = co_await send(request, response, framing);
    report(request, response.status, nullptr, sent);
    if (sent) co_await linger();
    co_return false;
  }

  ConnectionBody body(transport_, input_, *head,
                      {context_.options.body_timeout, context_.options.min_body_rate});
  const bool client_keeps_alive = head->keep_alive;
  fill_request(std::move(*head), request);
  request.body = &body;

  Response response = co_await answer(request, body);
  if (body.fault() && body.fault()->status == 0) {
    note_ = body.fault()->message;
    report(request, 499, &body, false);
    co_return false;
  }
  if (note_.empty()) note_ = response.note;
  framing.head_only = request.method == Method::kHead;
  framing.http_1_0 = request.minor_version == 0;
  framing.keep_alive = client_keeps_alive && body.can_be_drained() && !loop_->draining() &&
                       !std::holds_alternative<EventStreamBody>(response.body) &&
                       !(framing.http_1_0 && is_open_ended(response));
  const bool sent = co_await send(request, response, framing);
  report(request, response.status, &body, sent);
  if (!sent || std::holds_alternative<WebSocketUpgrade>(response.body)) co_return false;
  if (framing.keep_alive) co_return co_await body.drain();
  if (!body.complete() || !input_.unread().empty()) {
    co_await linger();
  } else {
    transport_.shutdown_send();
  }
  co_return false;
}

// Status 0: there is nobody to answer.
Task<tl::expected<RequestHead, Fault>> Connection::read_head() {
  constexpr Fault kNobody{0, {}};
  const HeadLimits limits{context_.options.max_head_bytes, context_.options.max_fields};
  if (input_.unread().empty()) {
    input_.release();
    idle_ = true;
    const Transport::Status status =
        loop_->draining() ? Transport::Status::kTimeout
                          : co_await transport_.wait_readable(Clock::now() + context_.options.idle_timeout);
    idle_ = false;
    if (status != Transport::Status::kOk) {
      transport_.shutdown_send();
      co_return tl::unexpected(kNobody);
    }
  }
  request_began_ = Clock::now();
  sent_before_ = transport_.bytes_sent();
  note_ = {};
  const Clock::time_point deadline = request_began_ + context_.options.head_timeout;
  std::size_t scanned = 0;
  for (;;) {
    const tl::expected<std::size_t, Fault> size = find_head_end(input_.unread(), scanned, limits);
    if (!size) co_return tl::unexpected(size.error());
    if (*size > 0) {
      tl::expected<RequestHead, Fault> head = parse_request_head(input_.unread().substr(0, *size), limits);
      input_.consume(*size);
      co_return head;
    }
    const Transport::Transfer transfer = co_await transport_.read_some(input_.prepare(kHeadPiece), deadline);
    input_.commit(transfer.count);
    if (transfer.status == Transport::Status::kOk) continue;
    const bool begun = !input_.unread().empty();
    if (transfer.status == Transport::Status::kTimeout && begun)
      co_return tl::unexpected(Fault{408, "the head of the request did not come in time"});
    co_return tl::unexpected(kNobody);
  }
}

void Connection::fill_request(RequestHead head, Request& request) const {
  request.method = method_from(head.method);
  request.method_text = std::move(head.method);
  request.path = std::move(head.path);
  request.query = std::move(head.query);
  request.minor_version = head.minor_version;
  request.headers = std::move(head.headers);
  const std::string_view id = request.headers.get("X-Request-Id");
  request.id = is_request_id(id) ? std::string(id) : make_request_id();
  request.remote_address = context_.proxies.client_address(peer_, request.headers);
  if (const auto tls = context_.proxies.client_used_tls(peer_, request.headers)) request.secure = *tls;
}

// The final response, whatever goes wrong on the way to it.
Task<Response> Connection::answer(Request& request, ConnectionBody& body) {
  std::optional<Response> response;
  try {
    response = co_await dispatch(request, body);
    if (std::holds_alternative<WebSocketUpgrade>(response->body)) check_upgrade(request, body, *response);
    if (std::holds_alternative<FileBody>(response->body) && response->status == 200)
      apply_conditions(request, *response);
  } catch (const std::exception& error) {
    note_ = "the handler threw";
    if (context_.options.hooks.handler_threw) context_.options.hooks.handler_threw(request, error);
    response = error_response(request, 500, "something went wrong on the server's side");
  }
  body.turn().end();
  if (const Fault* fault = body.fault()) {
    note_ = fault->message;
    response = error_response(request, fault->status, fault->message);
  }
  decorate(request, *response);
  co_return std::move(*response);
}

Task<Response> Connection::dispatch(Request& request, ConnectionBody& body) {
  if (request.method == Method::kOther) {
    note_ = "the method is not known";
    co_return error_response(request, 501, note_);
  }
  if (request.path == "*") co_return Response::empty(204);
  Router::Match match = context_.router.match(request.method, request.path);
  if (auto preflight = answer_preflight(context_.options.cors, request, match.allowed))
    co_return std::move(*preflight);
  request.route = match.pattern;
  request.route_options = match.options;
  if (match.route) {
    request.parameters = std::move(match.parameters);
    body.set_max_bytes(match.route->options.max_body_bytes);
  }
  if (context_.options.hooks.before)
    if (std::optional<Response> early = co_await context_.options.hooks.before(request))
      co_return std::move(*early);
  if (match.route) {
    if (match.route->options.party) request.party = co_await match.route->options.party(request);
    co_await body.turn().begin(request.party);
    co_return co_await match.route->handler(request);
  }
  if (match.allowed.empty()) co_return error_response(request, 404, "there is nothing at this address");
  Response response = request.method == Method::kOptions
                          ? Response::empty(204)
                          : error_response(request, 405, "this address does not take that method");
  response.headers.set("Allow", method_list(match.allowed));
  co_return response;
}

void Connection::check_upgrade(const Request& request, const ConnectionBody& body, Response& response) const {
  auto fault = check_websocket_upgrade(request, std::get<WebSocketUpgrade>(response.body));
  // What is left of a body would be taken for the first frames; and another server may take a whole one for
  // them.
  if (!fault && (body.received() > 0 || !body.complete()))
    fault = Fault{400, "a WebSocket handshake has no body"};
  if (!fault) return;
  response = error_response(request, fault->status, fault->message);
  if (fault->status == 426) {
    response.headers.set("Upgrade", "websocket");
    response.headers.set("Sec-WebSocket-Version", "13");
  }
}

Response Connection::error_response(const Request& request, int status, std::string_view message) const {
  if (request.route_options != nullptr && request.route_options->render_error)
    return request.route_options->render_error(request, status, message);
  if (context_.options.hooks.render_error)
    return context_.options.hooks.render_error(request, status, message);
  return Response::text(status, std::string(message) + "\n");
}

void Connection::decorate(Request& request, Response& response) const {
  response.headers.set("X-Request-Id", request.id);
  add_cors_fields(context_.options.cors, request, response);
  if (context_.options.hooks.decorate) context_.options.hooks.decorate(request, response);
}

Task<bool> Connection::send(const Request& request, const Response& response, const Framing& framing) {
  const auto run_session = [&](auto& session, auto&&... arguments) -> Task<bool> {
    session_ = &session;
    std::optional<bool> complete;
    try {
      complete = co_await session.run(arguments...);
    } catch (const std::exception& error) {
      if (context_.options.hooks.handler_threw) context_.options.hooks.handler_threw(request, error);
    }
    session_ = nullptr;
    co_return complete.value_or(false);
  };
  if (std::holds_alternative<EventStreamBody>(response.body)) {
    EventStreamSession session(loop_, transport_, context_.options);
    co_return co_await run_session(session, response, framing);
  }
  if (std::holds_alternative<WebSocketUpgrade>(response.body)) {
    std::string unread(input_.unread());
    input_.consume(unread.size());
    input_.release();
    WebSocketSession session(loop_, transport_, std::move(unread), context_.options);
    co_return co_await run_session(session, request, response);
  }
  co_return co_await send_response(transport_, response, framing, context_.options.write_timeout);
}

void Connection::report(const Request& request, int status, const ConnectionBody* body, bool complete) {
  if (!context_.options.hooks.finished) return;
  Exchange exchange{request};
  exchange.status = status;
  exchange.bytes_received = body ? body->received() : 0;
  exchange.bytes_sent = transport_.bytes_sent() - sent_before_;
  exchange.duration = Clock::now() - request_began_;
  exchange.complete = complete;
  exchange.note = note_;
  context_.options.hooks.finished(exchange);
}

// Closing a connection with unread bytes resets it, and the reset may reach the client before the response
// does. So what still comes is dropped for a while.
Task<> Connection::linger() {
  transport_.shutdown_send();
  std::array<char, 4096> dropped;
  const Clock::time_point deadline = Clock::now() + kLingerTime;
  while (Clock::now() < deadline) {
    const Transport::Transfer transfer = co_await transport_.read_some(dropped, deadline);
    if (transfer.status != Transport::Status::kOk) co_return;
  }
}

void Connection::on_tick(Clock::time_point now) {
  transport_.check_deadline(now);
  if (session_) session_->on_tick(now);
}

void Connection::on_drain() {
  if (idle_) transport_.interrupt();
  if (session_) session_->on_drain();
}

void Connection::on_abort() { transport_.abort(); }

}  // namespace storey::http
