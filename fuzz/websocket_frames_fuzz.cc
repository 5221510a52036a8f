// What a client sends after the handshake of a WebSocket, to a real server: frames whole, cut, masked and
// not. The server must answer with well-formed frames or end the connection, and never hang.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "http/server.h"

namespace {

using namespace storey::http;

constexpr std::size_t kMaxMessage = 4096;
constexpr int kPatienceMs = 5000;

void require(bool condition) {
  if (!condition) std::abort();
}

/// Echoes every message. One for all inputs.
Server& server() {
  static Server running = [] {
    Router router;
    router.add(Method::kGet, "/", [](Request&) {
      WebSocketUpgrade upgrade;
      upgrade.max_message_bytes = kMaxMessage;
      upgrade.on_message = [](const std::shared_ptr<WebSocket>& socket, std::string message) -> Task<> {
        require(message.size() <= kMaxMessage);
        socket->send(std::move(message));
        co_return;
      };
      return Response::websocket(std::move(upgrade));
    });
    ServerOptions options;
    options.port = 0;
    options.threads = 1;
    options.blocking_threads = 1;
    options.max_connections_per_address = 0;
    auto created = Server::create(std::move(options), std::move(router));
    require(created.has_value());
    created->start();
    return std::move(*created);
  }();
  return running;
}

class Client {
 public:
  Client() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
    address.sin_port = ::htons(server().port());
    require(socket_ >= 0 &&
            ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    const int now = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &now, sizeof now);
  }
  ~Client() {
    // Reset instead of an orderly end: thousands of ended connections would use up the ports.
    const linger hard{1, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
    ::close(socket_);
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void send(std::string_view bytes) const { ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL); }
  void end() const { ::shutdown(socket_, SHUT_WR); }
  /// Everything up to the server's end of the connection.
  std::string rest() const {
    std::string all;
    std::array<char, 8192> buffer{};
    for (;;) {
      pollfd waits{socket_, POLLIN, 0};
      require(::poll(&waits, 1, kPatienceMs) > 0);  // or else it hangs
      const ssize_t count = ::recv(socket_, buffer.data(), buffer.size(), 0);
      if (count <= 0) return all;
      all.append(buffer.data(), static_cast<std::size_t>(count));
    }
  }

 private:
  int socket_;
};

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

constexpr std::string_view kHandshake =
    "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const Client client;
  // Half with the handshake, half behind it: frames may come in one piece with it.
  client.send(std::string(kHandshake) + std::string(bytes.substr(0, size / 2)));
  client.send(bytes.substr(size / 2));
  client.end();
  const std::string answer = client.rest();
  const std::size_t head_end = answer.find("\r\n\r\n");
  if (answer.empty()) return 0;
  require(answer.starts_with("HTTP/1.1 101 ") && head_end != std::string::npos);
  check_frames(std::string_view(answer).substr(head_end + 4));
  return 0;
}
