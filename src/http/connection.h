// One connection of a client: its requests, one after the other.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>

#include "http/address_counts.h"
#include "http/connection_body.h"
#include "http/connection_context.h"
#include "http/input_buffer.h"
#include "http/loop.h"
#include "http/request_head.h"
#include "http/response_writer.h"
#include "http/transport.h"

namespace storey::http {

class Connection : public LoopMember {
 public:
  /// Serves the connection until it ends. Call it on the loop's thread.
  static void serve(std::shared_ptr<Loop> loop, const ConnectionContext& context,
                    asio::ip::tcp::socket socket, AddressCounts::Ticket ticket);

  void on_tick(Clock::time_point now) override;
  void on_drain() override;
  void on_abort() override;

 private:
  Connection(std::shared_ptr<Loop> loop, const ConnectionContext& context, Transport transport,
             std::string peer, AddressCounts::Ticket ticket);

  static Task<> run(std::unique_ptr<Connection> connection);
  Task<> serve_requests();
  Task<bool> serve_one();
  Task<tl::expected<RequestHead, Fault>> read_head();
  Task<Response> answer(Request& request, ConnectionBody& body);
  Task<Response> dispatch(Request& request, ConnectionBody& body);
  Task<bool> send(const Request& request, const Response& response, const Framing& framing);
  Task<> linger();

  void fill_request(RequestHead head, Request& request) const;
  Response error_response(const Request& request, int status, std::string_view message) const;
  void check_upgrade(const Request& request, const ConnectionBody& body, Response& response) const;
  void decorate(Request& request, Response& response) const;
  void report(const Request& request, int status, const ConnectionBody* body, bool complete);

  std::shared_ptr<Loop> loop_;
  const ConnectionContext& context_;
  Transport transport_;
  InputBuffer input_;
  std::string peer_;
  AddressCounts::Ticket ticket_;   // of its peer, among the open connections
  LoopMember* session_ = nullptr;  // the WebSocket or event stream that it has become
  Clock::time_point request_began_;
  std::uint64_t sent_before_ = 0;
  std::string_view note_;
  bool idle_ = false;
};

}  // namespace storey::http
