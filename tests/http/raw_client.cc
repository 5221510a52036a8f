#include "raw_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>

namespace storey::http {
namespace {

// A test that waits for so long has failed.
constexpr timeval kPatience{30, 0};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

}  // namespace

RawClient::RawClient(std::uint16_t port, int receive_buffer) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
  if (receive_buffer > 0)
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof(receive_buffer));
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &kPatience, sizeof(kPatience));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0)
    throw std::runtime_error("cannot connect");
}

RawClient::~RawClient() {
  if (socket_ >= 0) ::close(socket_);
}

bool RawClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::ptrdiff_t count = transmit(bytes.data(), bytes.size());
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

std::size_t RawClient::send_without_waiting(std::string_view bytes) {
  const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  return count < 0 ? 0 : static_cast<std::size_t>(count);
}

void RawClient::shutdown_send() { ::shutdown(socket_, SHUT_WR); }

void RawClient::reset() {
  const linger at_once{1, 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
  ::close(socket_);
  socket_ = -1;
}

std::ptrdiff_t RawClient::receive(char* into, std::size_t size) { return ::recv(socket_, into, size, 0); }

std::ptrdiff_t RawClient::transmit(const char* from, std::size_t size) {
  return ::send(socket_, from, size, MSG_NOSIGNAL);
}

bool RawClient::fill() {
  std::array<char, 65536> piece;
  const std::ptrdiff_t count = receive(piece.data(), piece.size());
  if (count > 0) unread_.append(piece.data(), static_cast<std::size_t>(count));
  return count > 0;
}

std::optional<std::string> RawClient::read_until(std::string_view mark) {
  std::size_t found;
  while ((found = unread_.find(mark)) == std::string::npos)
    if (!fill()) return std::nullopt;
  std::string text = unread_.substr(0, found + mark.size());
  unread_.erase(0, text.size());
  return text;
}

Reply RawClient::read_reply(bool head_only) {
  const std::optional<std::string> head = read_until("\r\n\r\n");
  if (!head) return {};
  Reply reply;
  reply.head = *head;
  reply.status = std::stoi(head->substr(9, 3));
  std::size_t begin = head->find("\r\n") + 2;
  for (std::size_t end; (end = head->find("\r\n", begin)) != begin; begin = end + 2) {
    const std::size_t colon = head->find(": ", begin);
    reply.headers[lower(head->substr(begin, colon - begin))] = head->substr(colon + 2, end - colon - 2);
  }
  if (head_only || reply.status < 200 || reply.status == 204 || reply.status == 304) return reply;
  if (reply.header("transfer-encoding") == "chunked") {
    for (;;) {
      const std::optional<std::string> size = read_until("\r\n");
      if (!size) return {};
      const std::size_t count = std::stoul(*size, nullptr, 16);
      reply.body += read_exactly(count);
      if (read_exactly(2) != "\r\n") return {};
      if (count == 0) return reply;
    }
  }
  if (const std::string size = reply.header("content-length"); !size.empty()) {
    reply.body = read_exactly(std::stoul(size));
    if (reply.body.size() != std::stoul(size)) return {};
  } else {
    reply.body = read_all();
  }
  return reply;
}

std::string RawClient::read_exactly(std::size_t count) {
  while (unread_.size() < count && fill()) {
  }
  std::string bytes = unread_.substr(0, count);
  unread_.erase(0, bytes.size());
  return bytes;
}

std::string RawClient::read_all() {
  while (fill()) {
  }
  return std::move(unread_);
}

}  // namespace storey::http
