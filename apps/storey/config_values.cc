#include "config_values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace storey {
namespace {

struct Unit {
  std::string_view name;
  std::int64_t factor;
};

constexpr std::array kDurations = {Unit{"d", 86'400'000}, Unit{"h", 3'600'000}, Unit{"m", 60'000},
                                   Unit{"s", 1000}, Unit{"ms", 1}};
constexpr std::array kSizes = {Unit{"TiB", std::int64_t{1} << 40}, Unit{"GiB", 1 << 30}, Unit{"MiB", 1 << 20},
                               Unit{"KiB", 1 << 10}, Unit{"", 1}};

/// A number and the unit behind it.
std::optional<std::pair<std::int64_t, std::string_view>> split_unit(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc() || number < 0) return std::nullopt;
  return std::pair{number, text.substr(static_cast<std::size_t>(end - text.data()))};
}

template <std::size_t N>
std::optional<std::int64_t> scaled(std::string_view text, const std::array<Unit, N>& units,
                                   std::string_view default_unit) {
  const auto parts = split_unit(text);
  if (!parts) return std::nullopt;
  const std::string_view name = parts->second.empty() ? default_unit : parts->second;
  for (const Unit& unit : units) {
    std::int64_t value = 0;
    if (unit.name == name && !__builtin_mul_overflow(parts->first, unit.factor, &value)) return value;
  }
  return std::nullopt;
}

/// In the largest unit that holds it exactly.
template <std::size_t N>
std::string shown(std::int64_t value, const std::array<Unit, N>& units) {
  for (const Unit& unit : units)
    if (value != 0 && value % unit.factor == 0)
      return std::to_string(value / unit.factor) + std::string(unit.name);
  return std::to_string(value);
}

}  // namespace

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
  const auto value = scaled(text, kDurations, "s");
  return value ? std::optional(std::chrono::milliseconds(*value)) : std::nullopt;
}

std::string show_duration(std::chrono::milliseconds duration) { return shown(duration.count(), kDurations); }

std::optional<std::uint64_t> parse_size(std::string_view text) {
  const auto value = scaled(text, kSizes, "");
  return value ? std::optional(static_cast<std::uint64_t>(*value)) : std::nullopt;
}

std::string show_size(std::uint64_t bytes) { return shown(static_cast<std::int64_t>(bytes), kSizes); }

std::optional<std::int64_t> parse_integer(std::string_view text) {
  const auto parts = split_unit(text);
  return parts && parts->second.empty() ? std::optional(parts->first) : std::nullopt;
}

std::optional<bool> parse_boolean(std::string_view text) {
  if (text == "true" || text == "1" || text == "yes" || text == "on") return true;
  if (text == "false" || text == "0" || text == "no" || text == "off") return false;
  return std::nullopt;
}

std::vector<std::string> split_setting(std::string_view text) {
  std::vector<std::string> members;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    std::string_view member = text.substr(0, comma);
    while (member.starts_with(' ')) member.remove_prefix(1);
    while (member.ends_with(' ')) member.remove_suffix(1);
    if (!member.empty()) members.emplace_back(member);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return members;
}

std::string join_setting(const std::vector<std::string>& members) {
  std::string text;
  for (const std::string& member : members) text += (text.empty() ? "" : ",") + member;
  return text;
}

}  // namespace storey
