// Who a request comes from, and whether it is one too many.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "http/request.h"
#include "http/response.h"
#include "service/domain/client.h"
#include "service/ports/rate_limits.h"
#include "service/usecases/services.h"
#include "service/usecases/token_cache.h"

namespace storey::service {

/// Found out once for each request, and kept in `Request::context`.
struct Admission {
  std::optional<Client> client;    ///< whose valid token came with the request
  std::optional<Failure> refusal;  ///< of the token that came, if it is not valid
  std::optional<Failure> failure;  ///< why it is not known whether the request may go on
  std::int64_t limit = 0;          ///< requests allowed in the window
  std::int64_t remaining = 0;
  Timestamp reset{};  ///< end of the window
  bool over_limit = false;
  std::optional<Outcome<void>> address;  ///< whether it is the pre-signed address that was given, once asked
};

/// The token of `Authorization: Bearer …`; nothing if there is none, or it is malformed.
std::optional<std::string_view> bearer_token(const http::Request& request);

class Admissions {
 public:
  Admissions(Services& services, RateLimits& limits)
      : services_(services), limits_(limits), tokens_(services) {}

  /// Whether the token is still good; also if that cannot be found out at present.
  bool is_allowed(std::string_view token);

  /// `token`: what came with the request, if anything. Counts the request unless `free`.
  Admission admit(std::optional<std::string_view> token, std::string_view remote_address, bool free);

  /// The same for the request's own header, kept in the request.
  const Admission& admit(http::Request& request, bool free);

  /// Counts further requests of a client, for an operation that does the work of several. False if they are
  /// too many.
  Outcome<bool> charge(const Client& client, std::uint32_t requests);
  /// The same for the client of a request that was admitted, whose headers then tell it.
  Outcome<bool> charge(http::Request& request, std::uint32_t requests);

  /// Tells the limit of the request's address, without asking anybody: for requests that never came further.
  const Admission& tell(http::Request& request);

 private:
  Services& services_;
  RateLimits& limits_;
  TokenCache tokens_;
};

/// What the work of a request counts as when threads are shared: who sent it.
std::string_view party_of(const http::Request& request);

/// What `admit` found out; a request that never came that far has been looked at as one without token.
const Admission* admission_of(const http::Request& request);

/// The client behind the request. Refuses with UNAUTHENTICATED.
Outcome<Client> require_client(const http::Request& request);

/// Puts the three headers X-RateLimit-… into the response, and Retry-After if it is over the limit.
void write_rate_headers(const Admission& admission, Timestamp now, http::Response& response);

Failure rate_limit_failure();

}  // namespace storey::service
