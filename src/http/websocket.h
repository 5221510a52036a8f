// WebSocket connections (RFC 6455) as the application sees them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "http/task.h"

namespace storey::http {

/// One open WebSocket. All members may be called from any thread, and after it has closed.
class WebSocket {
 public:
  virtual ~WebSocket() = default;

  /// Queues one text message. False where the connection is closed or closing. A client that reads more
  /// slowly than it is written to is cut off with code 1013 once more than
  /// `WebSocketUpgrade::max_queued_bytes` wait. `held` is destroyed when the message has been sent, or will
  /// not be.
  virtual bool send(std::string text, std::shared_ptr<const void> held = {}) = 0;

  /// Sends what is queued, then the closing handshake. A later call changes nothing. The reason is cut to the
  /// 123 bytes that a close frame holds.
  virtual void close(std::uint16_t code, std::string_view reason) = 0;

  /// Bytes of messages that are queued and not yet handed to the system.
  virtual std::size_t queued_bytes() const = 0;

  /// The negotiated sub-protocol; empty if none.
  virtual const std::string& protocol() const = 0;
};

/// What a handler answers to accept a WebSocket. The callbacks run on the connection's event loop, one at a
/// time.
struct WebSocketUpgrade {
  /// Sub-protocols the server speaks, best first. Where there are some and the client offers none of them,
  /// the upgrade is refused with 400.
  std::vector<std::string> protocols;

  std::function<void(const std::shared_ptr<WebSocket>&)> on_open;

  /// One complete text or binary message. The next is read when the task has ended: a slow handler slows its
  /// client.
  std::function<Task<>(const std::shared_ptr<WebSocket>&, std::string message)> on_message;

  /// Once, however it ended: the client's close code, 1006 where it just went away, 1001 where the server
  /// stops.
  std::function<void(std::uint16_t code)> on_close;

  std::size_t max_message_bytes = 1 << 20;  ///< a larger message closes the connection with 1009
  std::size_t max_queued_bytes = 1 << 20;   ///< of messages the client has not read yet
};

}  // namespace storey::http
