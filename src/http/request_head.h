// The head of a request, read strictly (RFC 9112). Whatever two servers in a row could read in two ways is
// refused: that is what request smuggling lives on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "http/fault.h"
#include "http/headers.h"

namespace storey::http {

struct HeadLimits {
  std::size_t max_bytes = 16'384;
  std::size_t max_fields = 100;
};

struct RequestHead {
  std::string method;
  std::string path;   ///< not decoded; `*` for OPTIONS of the server itself
  std::string query;  ///< not decoded
  int minor_version = 1;
  /// With exactly one Host, that of an absolute target where there is one; HTTP/1.0 may have none.
  Headers headers;

  std::optional<std::uint64_t> content_length;
  bool chunked = false;
  bool keep_alive = true;
  bool expects_continue = false;
};

/// Looks for the end of a head. Call it again with the same buffer grown; `scanned` (0 at first) keeps its
/// place. The size in bytes of the head with its empty lines, 0 while it is not complete, or a fault as soon
/// as it is sure: a line that does not end in CR LF (400), more than `limits.max_bytes` (414 within the
/// request line, else 431).
tl::expected<std::size_t, Fault> find_head_end(std::string_view buffer, std::size_t& scanned,
                                               const HeadLimits& limits);

/// Reads a complete head, as measured by `find_head_end`.
tl::expected<RequestHead, Fault> parse_request_head(std::string_view head, const HeadLimits& limits);

}  // namespace storey::http
