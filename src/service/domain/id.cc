#include "service/domain/id.h"

namespace storey::service {

std::string make_uuid_v7(std::uint64_t unix_ms, std::uint16_t sequence,
                         std::span<const std::uint8_t, 8> random) {
  std::array<std::uint8_t, 16> bytes{};
  for (std::size_t i = 0; i < 6; ++i) bytes[i] = static_cast<std::uint8_t>(unix_ms >> (8 * (5 - i)));
  bytes[6] = static_cast<std::uint8_t>(0x70 | ((sequence >> 8) & 0x0f));
  bytes[7] = static_cast<std::uint8_t>(sequence);
  for (std::size_t i = 0; i < 8; ++i) bytes[8 + i] = random[i];
  bytes[8] = static_cast<std::uint8_t>(0x80 | (bytes[8] & 0x3f));

  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(36);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += kDigits[bytes[i] >> 4];
    text += kDigits[bytes[i] & 15];
  }
  return text;
}

bool is_uuid_v7(std::string_view text) {
  if (text.size() != 36) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (i == 8 || i == 13 || i == 18 || i == 23) {
      if (c != '-') return false;
    } else if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) {
      return false;
    }
  }
  return text[14] == '7' && std::string_view("89ab").find(text[19]) != std::string_view::npos;
}

}  // namespace storey::service
