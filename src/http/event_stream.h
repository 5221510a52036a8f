// Server-sent events (the `text/event-stream` of the HTML standard) as the application sees them.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

namespace storey::http {

/// One open stream of events. All members may be called from any thread, and after it has closed.
class EventStream {
 public:
  virtual ~EventStream() = default;

  /// Queues one event; each line of `data` becomes one `data:` line, and a client that reconnects names the
  /// last `id` it has got (Last-Event-ID). False where the stream is closed. A client that reads too slowly
  /// is cut off once more than `EventStreamBody::max_queued_bytes` wait.
  virtual bool send(std::string_view event, std::string_view data, std::string_view id = {}) = 0;

  /// Sends what is queued and ends the response.
  virtual void close() = 0;
};

/// What a handler answers to send events. Both callbacks run on the connection's event loop.
struct EventStreamBody {
  std::function<void(const std::shared_ptr<EventStream>&)> on_open;
  std::function<void()> on_close;          ///< once, however it ended
  std::size_t max_queued_bytes = 1 << 20;  ///< of events the client has not read yet
};

}  // namespace storey::http
