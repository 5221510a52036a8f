#include "service/domain/text.h"

#include <cstdint>

namespace storey::service {
namespace {

/// Length in bytes of the code point that starts at `i`; 0 if it is malformed.
std::size_t code_point_length(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t k) { return static_cast<std::uint8_t>(text[k]); };
  const std::uint8_t first = byte(i);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  if (length == 0 || i + length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k)
    if ((byte(i + k) & 0xc0) != 0x80) return 0;
  // Overlong forms, surrogates, and beyond U+10FFFF.
  if (first == 0xe0 && byte(i + 1) < 0xa0) return 0;
  if (first == 0xed && byte(i + 1) > 0x9f) return 0;
  if (first == 0xf0 && byte(i + 1) < 0x90) return 0;
  if (first == 0xf4 && byte(i + 1) > 0x8f) return 0;
  return length;
}

}  // namespace

std::string to_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

bool is_plain_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<std::uint8_t>(text[i]);
    if ((c < 0x20 && c != '\t' && c != '\r' && c != '\n') || c == 0x7f) return false;
    const std::size_t length = code_point_length(text, i);
    if (length == 0) return false;
    i += length;
  }
  return true;
}

}  // namespace storey::service
