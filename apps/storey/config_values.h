// Texts of settings: durations, sizes, lists, and back.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace storey {

/// "90", "90s", "5m", "12h", "30d", "250ms"; a number alone counts seconds.
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);
std::string show_duration(std::chrono::milliseconds duration);

/// "1000", "64KiB", "10MiB", "8GiB", "2TiB".
std::optional<std::uint64_t> parse_size(std::string_view text);
std::string show_size(std::uint64_t bytes);

std::optional<std::int64_t> parse_integer(std::string_view text);
std::optional<bool> parse_boolean(std::string_view text);

/// Members separated by commas, without spaces around them.
std::vector<std::string> split_setting(std::string_view text);
std::string join_setting(const std::vector<std::string>& members);

}  // namespace storey
