// Points in time as the interface writes them: ISO 8601, UTC, milliseconds, `Z`.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace storey::service {

using Milliseconds = std::chrono::milliseconds;
using Seconds = std::chrono::seconds;
using Timestamp = std::chrono::sys_time<Milliseconds>;

inline std::int64_t unix_ms(Timestamp time) { return time.time_since_epoch().count(); }
inline Timestamp from_unix_ms(std::int64_t ms) { return Timestamp(Milliseconds(ms)); }
inline std::int64_t unix_seconds(Timestamp time) {
  return std::chrono::floor<Seconds>(time).time_since_epoch().count();
}

/// "2026-01-31T08:15:30.250Z".
std::string to_iso8601(Timestamp time);

/// Reads a date, or a date and time with optional fraction and `Z` or ±hh:mm (RFC 3339). Nothing if it is
/// neither.
std::optional<Timestamp> parse_iso8601(std::string_view text);

}  // namespace storey::service
