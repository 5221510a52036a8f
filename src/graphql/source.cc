#include "graphql/source.h"

#include <algorithm>

#include "graphql/characters.h"

namespace storey::graphql {
namespace {

constexpr std::size_t kStride = 256;

bool is_ascii(std::string_view text) {
  std::uint64_t all = 0;
  const char* at = text.data();
  std::size_t left = text.size();
  for (; left >= 32; left -= 32, at += 32) {
    all |= (load_eight(at) | load_eight(at + 8)) | (load_eight(at + 16) | load_eight(at + 24));
  }
  for (; left > 0; --left) all |= static_cast<unsigned char>(*at++);
  return (all & 0x8080808080808080U) == 0;
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// Length of the valid UTF-8 sequence at the start of `text`; 0 if there is none. Unicode 15, table 3-7.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[i])) return 0;
  }
  const bool overlong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
  const bool surrogate = lead == 0xED && byte(1) > 0x9F;
  const bool too_large = lead == 0xF4 && byte(1) > 0x8F;
  return overlong || surrogate || too_large ? 0 : length;
}

}  // namespace

std::size_t utf16_length(std::string_view text) {
  std::size_t units = 0;
  for (const char c : text) {
    units += !is_continuation(c);
    units += static_cast<unsigned char>(c) >= 0xF0;
  }
  return units;
}

std::size_t find_invalid_utf8(std::string_view text) {
  if (is_ascii(text)) return std::string_view::npos;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(text.substr(i));
    if (length == 0) return i;
    i += length;
  }
  return std::string_view::npos;
}

LineIndex::LineIndex(std::string_view source) : source_(source), line_starts_{0} {
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i] == '\r' && i + 1 < source.size() && source[i + 1] == '\n') continue;
    if (source[i] == '\n' || source[i] == '\r') line_starts_.push_back(i + 1);
  }
  if (is_ascii(source)) return;
  checkpoints_.push_back(0);
  for (std::size_t i = 0; i < source.size(); i += kStride) {
    checkpoints_.push_back(checkpoints_.back() + utf16_length(source.substr(i, kStride)));
  }
}

std::size_t LineIndex::utf16_offset(std::size_t offset) const {
  if (checkpoints_.empty()) return offset;
  const std::size_t block = offset / kStride;
  return checkpoints_[block] + utf16_length(source_.substr(block * kStride, offset - block * kStride));
}

Location LineIndex::locate(ast::Offset offset) const {
  const auto next_line = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const std::size_t line_start = *(next_line - 1);
  return {static_cast<std::uint32_t>(next_line - line_starts_.begin()),
          static_cast<std::uint32_t>(utf16_offset(offset) - utf16_offset(line_start) + 1)};
}

}  // namespace storey::graphql
