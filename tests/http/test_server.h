// A server on a port of its own, for the length of a test.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "http/server.h"

namespace storey::http {

class TestServer {
 public:
  explicit TestServer(Router router, ServerOptions options = {})
      : server_(create(std::move(router), options)) {
    server_.start();
  }
  ~TestServer() {
    if (!stopped_) stop(std::chrono::seconds(5));
  }

  std::uint16_t port() const { return server_.port(); }
  void stop(std::chrono::milliseconds grace) {
    stopped_ = true;
    server_.stop(grace);
  }
  Server& operator*() { return server_; }
  Server* operator->() { return &server_; }

 private:
  static Server create(Router router, ServerOptions options) {
    options.port = 0;
    options.threads = 2;
    Result<Server> server = Server::create(std::move(options), std::move(router));
    if (!server) throw std::runtime_error(server.error().describe());
    return std::move(*server);
  }

  Server server_;
  bool stopped_ = false;
};

/// Answers `/ok` with "ok" and the echo of a body at `/echo`.
inline Router simple_router() {
  Router router;
  router.add(Method::kGet, "/ok", [](Request&) { return Response::text(200, "ok"); });
  router.add(Method::kPost, "/echo", [](Request& request) { return Response::text(200, request.body_text); },
             {.max_body_bytes = 100'000});
  return router;
}

}  // namespace storey::http
