// What a client sends after the handshake of a WebSocket: frames whole, cut, masked and not. The session must
// answer with well-formed frames or end, and never hang. It runs on this thread, over a pair of sockets: a
// server with its own threads would do one input in the time of ten.
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "http/websocket_session.h"

namespace {

using namespace storey::http;

constexpr std::size_t kMaxMessage = 4096;
constexpr std::chrono::seconds kPatience{5};

void require(bool condition) {
  if (!condition) std::abort();
}

/// Echoes every message.
Response echo() {
  WebSocketUpgrade upgrade;
  upgrade.max_message_bytes = kMaxMessage;
  upgrade.on_message = [](const std::shared_ptr<WebSocket>& socket, std::string message) -> Task<> {
    require(message.size() <= kMaxMessage);
    socket->send(std::move(message));
    co_return;
  };
  return Response::websocket(std::move(upgrade));
}

Request handshake() {
  Request request;
  request.method = Method::kGet;
  request.path = "/";
  request.headers.set("Host", "a");
  request.headers.set("Connection", "Upgrade");
  request.headers.set("Upgrade", "websocket");
  request.headers.set("Sec-WebSocket-Version", "13");
  request.headers.set("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==");
  return request;
}

/// Frames of a server: whole ones, not masked, of known kinds; the last may be cut by the end.
void check_frames(std::string_view bytes) {
  while (bytes.size() >= 2) {
    const auto byte = [&](std::size_t at) { return static_cast<std::uint8_t>(bytes[at]); };
    const int kind = byte(0) & 15;
    require((byte(0) & 0x70) == 0 && (byte(1) & 0x80) == 0);
    require(kind == 0 || kind == 1 || kind == 2 || kind == 8 || kind == 9 || kind == 10);
    std::size_t length = byte(1), head = 2;
    if (length == 126) {
      if (bytes.size() < 4) return;
      length = static_cast<std::size_t>(byte(2)) << 8 | byte(3);
      head = 4;
    }
    require(length <= kMaxMessage);
    if (bytes.size() < head + length) return;
    bytes.remove_prefix(head + length);
  }
}

/// All that the session says to `bytes`, of which the first half came right behind the handshake.
std::string answer_to(std::string_view bytes) {
  static const auto threads = std::make_shared<storey::FairPool>(1, 1);
  static const auto turns = std::make_shared<PartyTurns>(1);
  static const auto loop = std::make_shared<Loop>(threads, threads, turns, std::chrono::hours(1));
  static const Response response = echo();
  static const Request request = handshake();
  static const ServerOptions options;
  std::array<int, 2> ends{};
  require(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
  const int client = ends[1];
  const std::string_view rest = bytes.substr(bytes.size() / 2);
  require(::send(client, rest.data(), rest.size(), MSG_DONTWAIT) == static_cast<ssize_t>(rest.size()));
  ::shutdown(client, SHUT_WR);
  {
    asio::ip::tcp::socket socket(loop->context());
    socket.assign(asio::ip::tcp::v4(), ends[0]);  // a pair of sockets does all that a session asks of one
    Transport transport(std::move(socket), nullptr);
    WebSocketSession session(loop, transport, std::string(bytes.substr(0, bytes.size() / 2)), options);
    bool ended = false;
    const auto run = [&]() -> Task<> {
      co_await session.run(request, response);
      ended = true;
    };
    loop->context().restart();
    start(run());
    while (!ended) require(loop->context().run_one_for(kPatience) > 0);  // or else it hangs
  }
  loop->context().poll();  // timers that were cancelled
  std::string all;
  std::array<char, 8192> buffer{};
  for (ssize_t count = 0; (count = ::recv(client, buffer.data(), buffer.size(), 0)) > 0;)
    all.append(buffer.data(), static_cast<std::size_t>(count));
  ::close(client);
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string answer = answer_to({reinterpret_cast<const char*>(data), size});
  const std::size_t head_end = answer.find("\r\n\r\n");
  require(answer.starts_with("HTTP/1.1 101 ") && head_end != std::string::npos);
  check_frames(std::string_view(answer).substr(head_end + 4));
  return 0;
}
