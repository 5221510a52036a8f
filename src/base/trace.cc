#include "base/trace.h"

#include <algorithm>
#include <cstddef>

namespace storey {
namespace {

// version "-" trace-id "-" parent-id "-" trace-flags
constexpr std::size_t kTraceAt = 3, kTraceDigits = 32;
constexpr std::size_t kParentAt = 36, kParentDigits = 16;
constexpr std::size_t kFlagsAt = 53, kFlagsDigits = 2;
constexpr std::size_t kLength = kFlagsAt + kFlagsDigits;
constexpr std::size_t kMaxLength = 255;  // of a later version; it is kept and passed on

bool is_hex(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool is_zero(std::string_view text) { return text.find_first_not_of('0') == std::string_view::npos; }

bool is_printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
}

}  // namespace

std::string_view trace_id(std::string_view traceparent) {
  if (traceparent.size() < kLength || traceparent.size() > kMaxLength) return {};
  const std::string_view version = traceparent.substr(0, 2);
  const std::string_view rest = traceparent.substr(kLength);
  const std::string_view trace = traceparent.substr(kTraceAt, kTraceDigits);
  const std::string_view parent = traceparent.substr(kParentAt, kParentDigits);
  const bool divided = traceparent[kTraceAt - 1] == '-' && traceparent[kParentAt - 1] == '-' &&
                       traceparent[kFlagsAt - 1] == '-';
  const bool of_hex = is_hex(version) && is_hex(trace) && is_hex(parent) &&
                      is_hex(traceparent.substr(kFlagsAt, kFlagsDigits));
  const bool ended = rest.empty() || (version != "00" && rest.front() == '-' && is_printable(rest));
  if (!divided || !of_hex || !ended || version == "ff" || is_zero(trace) || is_zero(parent)) return {};
  return trace;
}

}  // namespace storey
