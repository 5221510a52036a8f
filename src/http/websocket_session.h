// A connection while it is a WebSocket. The one place that uses Beast.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "http/fault.h"
#include "http/input_buffer.h"
#include "http/loop.h"
#include "http/request.h"
#include "http/response.h"
#include "http/server.h"
#include "http/transport.h"

namespace storey::http {

/// The first of the server's sub-protocols that the client offers; empty if there is none.
std::string negotiate_protocol(const Request& request, const WebSocketUpgrade& upgrade);

/// Why the request cannot become this WebSocket; nullopt if it can.
std::optional<Fault> check_websocket_upgrade(const Request& request, const WebSocketUpgrade& upgrade);

class WebSocketSession : public LoopMember {
 public:
  /// `unread` is what the client sent right behind its request.
  WebSocketSession(std::shared_ptr<Loop> loop, Transport& transport, std::string unread,
                   const ServerOptions& options);
  ~WebSocketSession() override;

  /// Answers the request with 101 and the response's fields, and runs the WebSocket until it is over. False
  /// where it did not end by a closing handshake. Throws what a callback throws, after the connection has
  /// been cut off.
  Task<bool> run(const Request& request, const Response& response);

  void on_tick(Clock::time_point) override {}
  void on_drain() override;
  void on_abort() override {}

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace storey::http
