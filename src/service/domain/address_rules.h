// Which network addresses the service may call for a client: public ones, unless the operator allows more.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "service/domain/failure.h"

namespace storey::service {

/// An IPv6 address, or an IPv4 address in its mapped form (::ffff:a.b.c.d, RFC 4291 2.5.5.2).
using IpAddress = std::array<std::uint8_t, 16>;

IpAddress mapped_ipv4(std::array<std::uint8_t, 4> address);

/// False for loopback, private, link-local (with the clouds' metadata address), multicast, unspecified,
/// documentation, carrier and translation ranges (IANA special-purpose registries, RFC 6890 and its updates).
bool is_public_address(const IpAddress& address);

/// The parts of an absolute http or https address that matter for calling it.
struct CallTarget {
  bool tls = false;
  std::string host;  ///< name or literal, IPv6 without brackets
  std::uint16_t port = 0;
};

/// Reads an address to call. Refuses with INVALID_WEBHOOK_URL: other schemes, user names, fragments, no host.
Outcome<CallTarget> parse_call_target(std::string_view url);

}  // namespace storey::service
