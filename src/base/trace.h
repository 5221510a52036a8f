// What ties together all that is done for one request, across programs: the header `traceparent` of the W3C's
// Trace Context (www.w3.org/TR/trace-context). Storey makes no spans: what came in goes out as it came.
#pragma once

#include <string_view>

namespace storey {

/// The name of the header, and in upper case of the environment's variable for programs.
inline constexpr std::string_view kTraceHeader = "traceparent";
inline constexpr std::string_view kTraceVariable = "TRACEPARENT";

/// The identifier of the trace in a value of `traceparent`: 32 lower-case hexadecimal digits. Empty if the
/// value is none; later versions may have more behind what version 00 has.
std::string_view trace_id(std::string_view traceparent);

}  // namespace storey
