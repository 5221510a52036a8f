// Character classes of the grammar (specification, section 2.1).
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace storey::graphql {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_white_space(char c) { return c == ' ' || c == '\t'; }
constexpr bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// Whether a character may continue a name, by its byte.
inline constexpr auto kNameContinue = [] {
  std::array<bool, 256> table{};
  for (int c = 0; c < 128; ++c)
    table[c] = is_name_start(static_cast<char>(c)) || is_digit(static_cast<char>(c));
  return table;
}();

constexpr bool is_name_continue(char c) { return kNameContinue[static_cast<unsigned char>(c)]; }

/// Appends a Unicode scalar value as UTF-8.
inline void append_utf8(std::string& out, std::uint32_t code) {
  const auto put = [&](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | code >> 6);
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3F));
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

}  // namespace storey::graphql
