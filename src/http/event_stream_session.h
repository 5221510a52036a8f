// A connection while it sends server-sent events.
#pragma once

#include <chrono>
#include <memory>

#include "http/loop.h"
#include "http/response.h"
#include "http/response_writer.h"
#include "http/send_queue.h"
#include "http/server.h"
#include "http/transport.h"

namespace storey::http {

class EventStreamSession : public LoopMember {
 public:
  EventStreamSession(std::shared_ptr<Loop> loop, Transport& transport, const ServerOptions& options);

  /// Sends head and events until either side ends it; false where it was broken off. The connection is at its
  /// end afterwards: `framing.keep_alive` must be false. Throws what a callback throws, after cutting it off.
  Task<bool> run(const Response& response, const Framing& framing);

  void on_tick(Clock::time_point now) override;
  void on_drain() override;
  void on_abort() override {}

 private:
  Task<bool> send_events(const Framing& framing);
  Task<> watch_client();

  std::shared_ptr<Loop> loop_;
  Transport& transport_;
  const ServerOptions& options_;
  std::shared_ptr<SendQueue> queue_;
  Signal watch_ended_;
  Clock::time_point last_sent_;
};

}  // namespace storey::http
