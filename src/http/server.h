// The HTTP/1.1 server: sockets in, handlers called, responses out. It knows nothing of what is served.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/request.h"
#include "http/response.h"
#include "http/router.h"
#include "http/task.h"
#include "storey/result.h"

namespace storey::http {

/// Cross-origin access for scripts in browsers (the CORS protocol of the Fetch standard).
struct CorsOptions {
  std::vector<std::string> allowed_origins;  ///< `https://host[:port]`, or `*` for any; empty: no CORS
  std::vector<std::string> allowed_headers = {"Authorization", "Content-Type", "X-Request-Id",
                                              "Last-Event-ID", "traceparent"};
  std::vector<std::string> exposed_headers = {"ETag", "Retry-After", "X-Request-Id"};
  bool allow_credentials = false;
  std::chrono::seconds max_age{600};
};

/// Which header of a trusted proxy names the client.
enum class ForwardedHeader { kNone, kXForwardedFor, kForwarded };

struct TlsOptions {
  std::string certificate_chain_file;  ///< PEM, the server's own certificate first
  std::string private_key_file;        ///< PEM, unencrypted
};

/// One request and what became of it, for the access log and metrics.
struct Exchange {
  const Request& request;
  int status = 0;
  std::uint64_t bytes_received = 0;  ///< of the body
  std::uint64_t bytes_sent = 0;      ///< on the wire, head included
  std::chrono::nanoseconds duration{};
  bool complete = true;        ///< false where the client went away, or was cut off, before the end
  std::string_view note = {};  ///< why the HTTP layer refused it or broke it off, else Response::note
};

struct Hooks {
  /// After routing, before the handler, and before a 404 or 405; may answer in its place. Not for malformed
  /// requests.
  std::function<Task<std::optional<Response>>(Request&)> before;
  /// The body of the answers that the HTTP layer gives itself: 400, 404, 405, 408, 413, 500…
  ErrorRenderer render_error;
  /// Every final response before it is sent, those of the HTTP layer too. After a malformed head, only `id`
  /// and `remote_address` of the request mean anything.
  std::function<void(Request&, Response&)> decorate;
  /// Every request, when its response has been sent or broken off.
  std::function<void(const Exchange&)> finished;
  /// A handler threw; the client gets 500.
  std::function<void(const Request&, const std::exception&)> handler_threw;
};

struct ServerOptions {
  std::string address = "127.0.0.1";  ///< numeric, IPv4 or IPv6
  std::uint16_t port = 8080;          ///< 0: the system chooses
  std::optional<TlsOptions> tls;

  int threads = 0;                    ///< event loops; 0: one for each core
  int blocking_threads = 4;           ///< for `offload` and blocking routes
  int blocking_threads_of_party = 2;  ///< of these, for work that was offloaded in the name of one party
  int computing_threads = 2;  ///< beside them, for work that computes for long; one of them for a party
  std::size_t max_connections = 15000;
  /// Of one address; more are closed at once. 0: any number. Trusted proxies have as many as they want.
  std::size_t max_connections_per_address = 2000;

  std::size_t max_head_bytes = 16'384;  ///< request line and fields; more is answered with 431 or 414
  std::size_t max_fields = 100;

  std::chrono::milliseconds head_timeout{10'000};   ///< from the first byte of a head to its last
  std::chrono::milliseconds idle_timeout{60'000};   ///< of a connection between two requests
  std::chrono::milliseconds body_timeout{30'000};   ///< without a single byte of the body
  std::uint64_t min_body_rate = 1024;               ///< bytes/s, on average past the first `body_timeout`
  std::chrono::milliseconds write_timeout{30'000};  ///< without the client taking a single byte
  std::chrono::milliseconds ping_interval{15'000};  ///< WebSocket pings and event-stream comments

  /// Addresses or CIDR ranges whose `forwarded_header` is believed.
  std::vector<std::string> trusted_proxies;
  ForwardedHeader forwarded_header = ForwardedHeader::kNone;

  CorsOptions cors;
  Hooks hooks;
};

/// Counters of a running server.
struct ServerStatistics {
  std::uint64_t connections_accepted = 0;
  std::size_t connections_open = 0;      ///< WebSockets and event streams included
  std::chrono::nanoseconds loop_lag{0};  ///< of the event loops, at worst since this was last asked
};

class Server {
 public:
  /// Binds and listens; nothing is accepted before `start`. Errors: kInvalidArgument (an option), kUnreadable
  /// (certificate or key), kUnwritable (the address cannot be bound).
  static Result<Server> create(ServerOptions options, Router router);
  ~Server();
  Server(Server&&) noexcept;
  Server& operator=(Server&&) noexcept;

  /// The port in use.
  std::uint16_t port() const;

  /// Starts the threads and returns.
  void start();

  /// Accepts nobody any more, closes idle connections, WebSockets (1001) and event streams, lets requests in
  /// flight end within `grace`, then closes what is left. Returns when all threads have ended. The destructor
  /// does the same, without grace. A server that does not run stays as it is.
  void stop(std::chrono::milliseconds grace);

  /// Reads certificate and key again; new connections use them. After an error the old ones stay in use.
  Result<void> reload_tls();

  ServerStatistics statistics() const;

 private:
  class Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace storey::http
