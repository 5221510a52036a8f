// Who is at the other end, where proxies stand between.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/headers.h"
#include "http/server.h"
#include "storey/result.h"

namespace storey::http {

/// Addresses as text, in one form for each: an IPv4 address mapped into IPv6 is given as IPv4.
class TrustedProxies {
 public:
  /// `ranges` are addresses or CIDR ranges; kInvalidArgument names one that is neither.
  static Result<TrustedProxies> create(const std::vector<std::string>& ranges, ForwardedHeader header);
  ~TrustedProxies();
  TrustedProxies(TrustedProxies&&) noexcept;
  TrustedProxies& operator=(TrustedProxies&&) noexcept;

  /// The client's address: `peer` itself, or, where that is a trusted proxy, the last address in its
  /// forwarding header that is not one. Everything before that address was written by whoever holds it, so it
  /// is not believed.
  std::string client_address(std::string_view peer, const Headers& headers) const;

  /// Whether `peer` is one of the proxies.
  bool trusts(std::string_view peer) const;

  /// Whether the client came to the first proxy by TLS: what the nearest trusted proxy says in `Forwarded`
  /// (proto) or X-Forwarded-Proto. Nothing if the peer is no trusted proxy, or does not say.
  std::optional<bool> client_used_tls(std::string_view peer, const Headers& headers) const;

 private:
  struct Ranges;
  TrustedProxies(std::unique_ptr<Ranges> ranges, ForwardedHeader header);
  std::unique_ptr<Ranges> ranges_;
  ForwardedHeader header_;
};

}  // namespace storey::http
