// A client that sends exactly the bytes it is given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace storey::http {

struct Reply {
  int status = 0;                              ///< 0: the connection ended before a whole response
  std::map<std::string, std::string> headers;  ///< names in lower case
  std::string body;
  std::string head;  ///< as it came

  std::string header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? "" : found->second;
  }
};

class RawClient {
 public:
  /// `receive_buffer` > 0 sets the size of the system's buffer, in bytes, for clients that are slow to read.
  explicit RawClient(std::uint16_t port, int receive_buffer = 0);
  virtual ~RawClient();
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  /// False where the server has closed the connection.
  bool send(std::string_view bytes);
  /// As many bytes as the system takes at once, without waiting; 0 if it takes none.
  std::size_t send_without_waiting(std::string_view bytes);
  void shutdown_send();
  /// Closes with a reset.
  void reset();

  Reply read_reply(bool head_only = false);
  Reply exchange(std::string_view bytes) {
    send(bytes);
    return read_reply();
  }
  /// Up to `count` bytes; fewer where the connection ended.
  std::string read_exactly(std::size_t count);
  /// Everything until the end of the connection.
  std::string read_all();
  /// Whether nothing but the end of the connection comes.
  bool at_end() { return read_all().empty(); }

 protected:
  virtual std::ptrdiff_t receive(char* into, std::size_t size);
  virtual std::ptrdiff_t transmit(const char* from, std::size_t size);
  int socket() const { return socket_; }

 private:
  bool fill();
  std::optional<std::string> read_until(std::string_view mark);

  int socket_;
  std::string unread_;
};

}  // namespace storey::http
