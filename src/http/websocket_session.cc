#include "http/websocket_session.h"

#include <array>
#include <boost/asio/compose.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/websocket.hpp>

#include "http/send_queue.h"

namespace storey::http {

namespace beast = boost::beast;
using boost::system::error_code;

namespace {

constexpr std::uint16_t kGoingAway = 1001;
constexpr std::uint16_t kAbnormal = 1006;
constexpr std::uint16_t kTryAgainLater = 1013;

// Our Transport as the kind of stream that Beast reads from and writes to.
class BeastStream {
 public:
  using executor_type = asio::any_io_executor;

  BeastStream(Transport& transport, std::string unread)
      : transport_(&transport), unread_(std::move(unread)) {}
  executor_type get_executor() { return transport_->socket().get_executor(); }
  Transport& transport() { return *transport_; }

  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    return start(
        [this, into = first_of<asio::mutable_buffer>(buffers)](std::size_t& count) {
          return read(std::span(static_cast<char*>(into.data()), into.size()), count);
        },
        std::forward<Token>(token));
  }

  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    std::array<std::string_view, Transport::kMaxPieces> pieces;
    std::size_t used = 0;
    for (auto it = asio::buffer_sequence_begin(buffers);
         it != asio::buffer_sequence_end(buffers) && used < pieces.size(); ++it) {
      const asio::const_buffer buffer(*it);
      pieces[used++] = {static_cast<const char*>(buffer.data()), buffer.size()};
    }
    return start(
        [this, pieces, used](std::size_t& count) {
          return transport_->try_write(std::span(pieces).first(used), count);
        },
        std::forward<Token>(token));
  }

  friend void beast_close_socket(BeastStream& stream) { stream.transport_->abort(); }

  // Ends a WebSocket's connection; found by Beast by argument-dependent lookup.
  template <class Token>
  friend void async_teardown(beast::role_type, BeastStream& stream, Token&& token) {
    stream.transport_->shutdown_send();
    asio::post(stream.get_executor(), beast::bind_front_handler(std::forward<Token>(token), error_code{}));
  }

 private:
  template <class Buffer, class Buffers>
  static Buffer first_of(const Buffers& buffers) {
    for (auto it = asio::buffer_sequence_begin(buffers); it != asio::buffer_sequence_end(buffers); ++it)
      if (const Buffer buffer(*it); buffer.size() > 0) return buffer;
    return {};
  }

  Transport::Attempt read(std::span<char> into, std::size_t& count) {
    if (unread_.empty()) return transport_->try_read(into, count);
    count = unread_.copy(into.data(), into.size());
    unread_.erase(0, count);
    if (unread_.empty()) unread_.shrink_to_fit();
    return Transport::Attempt::kDone;
  }

  // Repeats an attempt until it neither blocks nor completes inside of the initiating function, as Asio
  // demands.
  template <class TryOnce, class Token>
  auto start(TryOnce try_once, Token&& token) {
    auto step = [this, try_once, begun = false](auto& self, error_code error = {}) mutable {
      std::size_t count = 0;
      if (!std::exchange(begun, true))
        return asio::post(transport_->socket().get_executor(), std::move(self));
      if (error) return self.complete(error, count);
      switch (try_once(count)) {
        case Transport::Attempt::kDone:
          return self.complete({}, count);
        case Transport::Attempt::kEnd:
          return self.complete(asio::error::eof, 0);
        case Transport::Attempt::kFailed:
          return self.complete(asio::error::connection_reset, 0);
        case Transport::Attempt::kWaitRead:
          return transport_->socket().async_wait(asio::ip::tcp::socket::wait_read, std::move(self));
        case Transport::Attempt::kWaitWrite:
          return transport_->socket().async_wait(asio::ip::tcp::socket::wait_write, std::move(self));
      }
    };
    return asio::async_compose<Token, void(error_code, std::size_t)>(std::move(step), token,
                                                                     transport_->socket());
  }

  Transport* transport_;
  std::string unread_;
};

// co_await of one of Beast's operations: `initiate` gets the completion handler.
template <class Initiate>
struct OperationAwaiter {
  Initiate initiate;
  error_code error = {};

  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> awaiter) {
    initiate([this, awaiter](error_code result, auto&&...) {
      error = result;
      awaiter.resume();
    });
  }
  error_code await_resume() const noexcept { return error; }
};
template <class Initiate>
OperationAwaiter(Initiate) -> OperationAwaiter<Initiate>;  // clang before 17 does not deduce it

class WebSocketHandle : public WebSocket {
 public:
  WebSocketHandle(std::shared_ptr<SendQueue> queue, std::string protocol)
      : queue_(std::move(queue)), protocol_(std::move(protocol)) {}

  bool send(std::string text, std::shared_ptr<const void> held) override {
    return queue_->push({std::move(text), std::move(held)});
  }
  void close(std::uint16_t code, std::string_view reason) override { queue_->close(code, reason); }
  std::size_t queued_bytes() const override { return queue_->bytes(); }
  const std::string& protocol() const override { return protocol_; }

 private:
  std::shared_ptr<SendQueue> queue_;
  std::string protocol_;
};

}  // namespace

std::string negotiate_protocol(const Request& request, const WebSocketUpgrade& upgrade) {
  for (const std::string& protocol : upgrade.protocols)
    for (const Header& field : request.headers)
      if (equal_ignoring_case(field.name, "Sec-WebSocket-Protocol"))
        for (const std::string_view offered : split_list(field.value))
          if (offered == protocol) return protocol;
  return {};
}

std::optional<Fault> check_websocket_upgrade(const Request& request, const WebSocketUpgrade& upgrade) {
  if (!request.wants_websocket() || request.minor_version != 1)
    return Fault{426, "this address is for WebSocket connections"};
  if (request.headers.get("Sec-WebSocket-Version") != "13")
    return Fault{426, "the WebSocket version must be 13"};
  // 16 bytes in base64.
  const std::string_view key = request.headers.get("Sec-WebSocket-Key");
  if (request.headers.count("Sec-WebSocket-Key") != 1 || key.size() != 24 || !key.ends_with("=="))
    return Fault{400, "the WebSocket key is malformed"};
  if (!upgrade.protocols.empty() && negotiate_protocol(request, upgrade).empty())
    return Fault{400, "none of the offered WebSocket sub-protocols is spoken here"};
  return std::nullopt;
}

class WebSocketSession::Impl {
 public:
  Impl(std::shared_ptr<Loop> loop, Transport& transport, std::string unread, const ServerOptions& options)
      : loop_(std::move(loop)), stream_(transport, std::move(unread)), writer_ended_(*loop_) {
    beast::websocket::stream_base::timeout timeout{};
    timeout.handshake_timeout = options.head_timeout;
    timeout.idle_timeout = 2 * options.ping_interval;  // Beast pings when half of it has passed
    timeout.keep_alive_pings = true;
    stream_.set_option(timeout);
    stream_.auto_fragment(
        false);  // messages are in memory whole: pieces of 4 KiB would only cost system calls
  }

  Task<bool> run(const Request& request, const Response& response) {
    const auto& upgrade = std::get<WebSocketUpgrade>(response.body);
    const std::string protocol = negotiate_protocol(request, upgrade);
    if (!co_await accept(request, response, protocol)) co_return false;

    stream_.read_message_max(upgrade.max_message_bytes);
    queue_ = std::make_shared<SendQueue>(loop_, upgrade.max_queued_bytes);
    queue_->on_overflow([this] { stream_.next_layer().transport().abort(); });
    const auto handle = std::make_shared<WebSocketHandle>(queue_, protocol);
    if (loop_->draining()) close_for_shutdown();
    start(write_messages());
    error_code error;
    std::exception_ptr failure;
    try {
      if (upgrade.on_open) upgrade.on_open(handle);
      error = co_await read_messages(upgrade, handle);
    } catch (...) {
      failure = std::current_exception();
    }
    queue_->disconnect();
    co_await writer_ended_.wait();
    const bool closed = error == beast::websocket::error::closed;
    if (upgrade.on_close) upgrade.on_close(end_code(closed));
    if (failure) std::rethrow_exception(failure);
    co_return closed;
  }

  void close_for_shutdown() {
    if (queue_) queue_->close(kGoingAway, "the server stops");
  }

 private:
  Task<bool> accept(const Request& request, const Response& response, const std::string& protocol) {
    beast::http::request<beast::http::empty_body> handshake(beast::http::verb::get, "/", 11);
    for (const Header& field : request.headers) handshake.insert(field.name, field.value);
    stream_.set_option(beast::websocket::stream_base::decorator([&](beast::websocket::response_type& answer) {
      answer.set(beast::http::field::server, "storey");  // else Beast would name itself, and its version
      for (const Header& field : response.headers) answer.set(field.name, field.value);
      if (!protocol.empty()) answer.set(beast::http::field::sec_websocket_protocol, protocol);
    }));
    OperationAwaiter accepted{[&](auto handler) { stream_.async_accept(handshake, std::move(handler)); }};
    const error_code error = co_await accepted;
    stream_.set_option(beast::websocket::stream_base::decorator([](beast::websocket::response_type&) {}));
    co_return !error;
  }

  Task<error_code> read_messages(const WebSocketUpgrade& upgrade, const std::shared_ptr<WebSocket>& handle) {
    for (;;) {
      co_await queue_->wait_for_room();
      std::string message;
      auto buffer = asio::dynamic_buffer(message);
      OperationAwaiter received{[&](auto handler) { stream_.async_read(buffer, std::move(handler)); }};
      if (const error_code error = co_await received) co_return error;
      if (upgrade.on_message) co_await upgrade.on_message(handle, std::move(message));
    }
  }

  Task<> write_messages() {
    stream_.text(true);
    for (bool open = true; open;) {
      SendQueue::Batch batch = co_await queue_->next();
      open = !batch.closing && !batch.gone && !batch.overflowed;
      if (batch.gone || batch.overflowed) break;
      for (SendQueue::Message& message : batch.messages) {
        OperationAwaiter written{
            [&](auto handler) { stream_.async_write(asio::buffer(message.text), std::move(handler)); }};
        if (co_await written) {
          open = false;
          break;
        }
        queue_->sent(message.text.size());
        message = {};
      }
      if (!batch.closing) continue;
      const beast::websocket::close_reason reason(
          static_cast<beast::websocket::close_code>(queue_->close_code()), queue_->close_reason());
      OperationAwaiter closed{[&](auto handler) { stream_.async_close(reason, std::move(handler)); }};
      co_await closed;
    }
    // A reader that still waits must not wait for a client that no longer matters.
    stream_.next_layer().transport().abort();
    writer_ended_.set();
  }

  std::uint16_t end_code(bool closed) const {
    if (queue_->overflowed()) return kTryAgainLater;
    if (const std::uint16_t code = queue_->close_code()) return code;
    return closed ? static_cast<std::uint16_t>(stream_.reason().code) : kAbnormal;
  }

  std::shared_ptr<Loop> loop_;
  beast::websocket::stream<BeastStream, false> stream_;
  std::shared_ptr<SendQueue> queue_;
  Signal writer_ended_;
};

WebSocketSession::WebSocketSession(std::shared_ptr<Loop> loop, Transport& transport, std::string unread,
                                   const ServerOptions& options)
    : impl_(std::make_unique<Impl>(std::move(loop), transport, std::move(unread), options)) {}
WebSocketSession::~WebSocketSession() = default;

Task<bool> WebSocketSession::run(const Request& request, const Response& response) {
  return impl_->run(request, response);
}

void WebSocketSession::on_drain() { impl_->close_for_shutdown(); }

}  // namespace storey::http
