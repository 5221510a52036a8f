// Watches one order through many WebSockets at once, changes its status, and prints when the watchers are
// told: milliseconds after the request for the change was sent. Started by service_subscriptions.py.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

int connect_to(std::uint16_t port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (socket < 0 || ::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
    throw std::runtime_error("cannot connect: is the limit on open files high enough?");
  const int on = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return socket;
}

void send_all(int socket, std::string_view text) {
  if (::send(socket, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size()))
    throw std::runtime_error("cannot send");
}

/// What arrives until `wanted` is in it.
std::string receive_until(int socket, std::string_view wanted) {
  std::string text;
  std::array<char, 4096> piece;
  while (text.find(wanted) == std::string::npos) {
    const ssize_t size = ::recv(socket, piece.data(), piece.size(), 0);
    if (size <= 0) throw std::runtime_error("the service hung up after: " + text);
    text.append(piece.data(), static_cast<std::size_t>(size));
  }
  return text;
}

/// A text message from a client (RFC 6455, section 5.2), with a mask of zeros.
std::string frame(std::string_view text) {
  std::string bytes = "\x81";
  if (text.size() < 126) {
    bytes += static_cast<char>(0x80 | text.size());
  } else {
    bytes += static_cast<char>(0x80 | 126);
    bytes += static_cast<char>(text.size() >> 8);
    bytes += static_cast<char>(text.size());
  }
  return bytes.append(4, '\0').append(text);
}

struct Service {
  std::uint16_t port;
  std::string token;
};

int watch(const Service& service, const std::string& order, int subscriptions) {
  const int socket = connect_to(service.port);
  send_all(socket,
           "GET /v1/graphql HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
           "Sec-WebSocket-Protocol: graphql-transport-ws\r\nAuthorization: Bearer " +
               service.token + "\r\n\r\n");
  receive_until(socket, "\r\n\r\n");
  send_all(socket, frame(R"({"type":"connection_init","payload":{"Authorization":"Bearer )" + service.token +
                         "\"}}"));
  receive_until(socket, "connection_ack");
  for (int i = 0; i < subscriptions; ++i) {
    send_all(socket,
             frame(R"({"type":"subscribe","id":")" + std::to_string(i) +
                   R"(","payload":{"query":"subscription($id: ID!) { orderStatusChanged(orderId: $id) )"
                   R"({ order_id order_status previousStatus changedAt } }","variables":{"id":")" +
                   order + "\"}}}"));
  }
  return socket;
}

/// Starts an upload, by which the order leaves its first status.
void change_order(const Service& service, const std::string& order) {
  const int socket = connect_to(service.port);
  const std::string body =
      R"({"query":"mutation($id: ID!) { initializeUpload(order_id: $id, asset_type: \"xyz\", )"
      R"(upload_type: \"single\") { asset_id } }","variables":{"id":")" +
      order + "\"}}";
  send_all(socket,
           "POST /v1/graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: "
           "Bearer " +
               service.token + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  const std::string answer = receive_until(socket, "}}}");
  if (answer.find("errors") != std::string::npos) throw std::runtime_error("no upload: " + answer);
  ::close(socket);
}

int count_events(std::string_view text) {
  int count = 0;
  for (std::size_t at = 0; (at = text.find("\"type\":\"next\"", at)) != std::string_view::npos; ++at) ++count;
  return count;
}

/// When each of `count` events arrives.
std::vector<Clock::time_point> await_events(const std::vector<int>& sockets, std::size_t count) {
  const int epoll = ::epoll_create1(0);
  for (const int socket : sockets) {
    epoll_event event{EPOLLIN, {}};
    event.data.fd = socket;
    ::epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event);
  }
  std::vector<Clock::time_point> arrivals;
  std::array<epoll_event, 512> ready;
  std::array<char, 65536> piece;
  while (arrivals.size() < count) {
    const int found = ::epoll_wait(epoll, ready.data(), ready.size(), 20'000);
    if (found <= 0) throw std::runtime_error("only " + std::to_string(arrivals.size()) + " were told");
    for (int i = 0; i < found; ++i) {
      const ssize_t size = ::recv(ready[i].data.fd, piece.data(), piece.size(), 0);
      if (size <= 0) throw std::runtime_error("the service hung up");
      const int events = count_events({piece.data(), static_cast<std::size_t>(size)});
      arrivals.insert(arrivals.end(), static_cast<std::size_t>(events), Clock::now());
    }
  }
  ::close(epoll);
  return arrivals;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) {
    std::fprintf(stderr, "usage: %s PORT TOKEN ORDER CONNECTIONS SUBSCRIPTIONS_EACH\n", argv[0]);
    return 2;
  }
  const Service service{static_cast<std::uint16_t>(std::stoi(argv[1])), argv[2]};
  const std::string order = argv[3];
  const int connections = std::stoi(argv[4]);
  const int each = std::stoi(argv[5]);
  std::vector<int> sockets;
  for (int i = 0; i < connections; ++i) sockets.push_back(watch(service, order, each));
  std::printf("watching\n");
  std::fflush(stdout);
  std::getchar();  // until the caller has looked at the memory of the service

  const Clock::time_point start = Clock::now();
  std::thread change([&] { change_order(service, order); });
  std::vector<Clock::time_point> arrivals =
      await_events(sockets, sockets.size() * static_cast<std::size_t>(each));
  change.join();
  std::sort(arrivals.begin(), arrivals.end());
  const auto after = [&](Clock::time_point time) {
    return std::chrono::duration<double, std::milli>(time - start).count();
  };
  std::printf("%.1f %.1f %.1f\n", after(arrivals.front()), after(arrivals[arrivals.size() / 2]),
              after(arrivals.back()));
}
