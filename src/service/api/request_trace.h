// What ties a request to others; see base/trace.h.
#pragma once

#include <string_view>

#include "base/trace.h"
#include "http/request.h"

namespace storey::service {

/// The `traceparent` of the request, as it came; empty if there is none, more than one, or a malformed one.
inline std::string_view traceparent_of(const http::Request& request) {
  const std::string_view value = request.headers.get(kTraceHeader);
  return request.headers.count(kTraceHeader) == 1 && !trace_id(value).empty() ? value : std::string_view();
}

}  // namespace storey::service
