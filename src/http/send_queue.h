// Messages on their way from any thread of the application to the one connection that sends them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "http/loop.h"
#include "http/signal.h"
#include "http/task.h"

namespace storey::http {

/// Shared by the application's handle and the connection; the handle may live longer.
class SendQueue : public std::enable_shared_from_this<SendQueue> {
 public:
  struct Message {
    std::string text;
    std::shared_ptr<const void> held;  ///< destroyed with the message
  };

  /// More than `max_bytes` waiting means that the client does not keep up.
  SendQueue(std::shared_ptr<Loop> loop, std::size_t max_bytes);

  // From any thread.

  /// False where the queue takes nothing more.
  bool push(Message message);
  /// No more messages; what is queued is still sent. The first call decides code and reason.
  void close(std::uint16_t code, std::string_view reason);
  std::size_t bytes() const;

  // On the loop's thread.

  struct Batch {
    std::vector<Message> messages;
    bool closing = false;     ///< there will be no further batch
    bool overflowed = false;  ///< the client does not keep up
    bool gone = false;        ///< `disconnect` was called
    bool nudged = false;      ///< `nudge` was called
  };
  /// Waits for messages, or for a change of state.
  Task<Batch> next();
  /// So many bytes of a batch have been sent.
  void sent(std::size_t bytes);
  /// Has `cut_off` called when the client turns out not to keep up: a message may be on its way to it, and
  /// would stay so. Not after `disconnect`.
  void on_overflow(std::function<void()> cut_off);
  /// Waits until at most half of the limit is queued, or nothing more will be sent.
  Task<> wait_for_room();
  /// Lets `next` return, without messages if there are none.
  void nudge();
  /// The connection is over: nothing more can be sent.
  void disconnect();

  bool overflowed() const;
  std::uint16_t close_code() const;
  std::string close_reason() const;

 private:
  void wake(std::unique_lock<std::mutex> lock);

  mutable std::mutex mutex_;
  std::shared_ptr<Loop> loop_;  // until disconnected
  std::size_t max_bytes_;
  std::vector<Message> messages_;
  std::size_t bytes_ = 0;
  std::uint16_t close_code_ = 0;
  std::string close_reason_;
  bool closing_ = false;
  bool overflowed_ = false;
  bool gone_ = false;
  bool nudged_ = false;
  bool wake_is_posted_ = false;
  std::function<void()> cut_off_;
  Signal changed_;
  Signal room_;
};

}  // namespace storey::http
