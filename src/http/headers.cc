#include "http/headers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>

namespace storey::http {
namespace {

constexpr std::array<bool, 256> make_token_table() {
  std::array<bool, 256> table{};
  for (int c = '0'; c <= '9'; ++c) table[c] = true;
  for (int c = 'a'; c <= 'z'; ++c) table[c] = true;
  for (int c = 'A'; c <= 'Z'; ++c) table[c] = true;
  for (const unsigned char c : std::string_view("!#$%&'*+-.^_`|~")) table[c] = true;
  return table;
}
constexpr std::array<bool, 256> kToken = make_token_table();

constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

}  // namespace

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return to_lower(x) == to_lower(y); });
}

bool is_token(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return kToken[static_cast<unsigned char>(c)]; });
}

bool is_field_value(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte == '\t' || (byte >= 0x20 && byte != 0x7f);
  });
}

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::vector<std::string_view> split_list(std::string_view text) {
  std::vector<std::string_view> members;
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const bool at_end = i == text.size();
    if (quoted && i + 1 < text.size() && text[i] == '\\') {
      ++i;
    } else if (!at_end && text[i] == '"') {
      quoted = !quoted;
    } else if (at_end || (text[i] == ',' && !quoted)) {
      const std::string_view member = trim(text.substr(begin, i - begin));
      if (!member.empty()) members.push_back(member);
      begin = i + 1;
    }
  }
  return members;
}

std::optional<std::uint64_t> parse_decimal(std::string_view text) {
  if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<std::string_view> Headers::find(std::string_view name) const {
  for (const Header& field : fields_)
    if (equal_ignoring_case(field.name, name)) return field.value;
  return std::nullopt;
}

std::size_t Headers::count(std::string_view name) const {
  return static_cast<std::size_t>(std::count_if(fields_.begin(), fields_.end(), [&](const Header& field) {
    return equal_ignoring_case(field.name, name);
  }));
}

bool Headers::has_token(std::string_view name, std::string_view token) const {
  for (const Header& field : fields_) {
    if (!equal_ignoring_case(field.name, name)) continue;
    for (const std::string_view member : split_list(field.value))
      if (equal_ignoring_case(member, token)) return true;
  }
  return false;
}

void Headers::add(std::string name, std::string value) {
  if (!is_token(name)) throw std::invalid_argument("not a header name: " + name);
  if (!is_field_value(value)) throw std::invalid_argument("not a value for header " + name);
  fields_.push_back({std::move(name), std::move(value)});
}

void Headers::set(std::string_view name, std::string value) {
  erase(name);
  add(std::string(name), std::move(value));
}

void Headers::erase(std::string_view name) {
  std::erase_if(fields_, [&](const Header& field) { return equal_ignoring_case(field.name, name); });
}

}  // namespace storey::http
