// Character classes of the grammar (specification, section 2.1).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

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

inline std::uint64_t load_eight(const char* text) {
  std::uint64_t word = 0;
  std::memcpy(&word, text, sizeof word);
  return word;
}

constexpr bool is_ignored(char c) { return c == ' ' || c == '\n' || c == ',' || c == '\r' || c == '\t'; }

/// Characters that classify_block() looks at.
inline constexpr std::size_t kBlockLength = 64;

/// One bit for each character of a block, the lowest for the first.
struct CharacterMasks {
  std::uint64_t names = 0;    ///< can continue a name
  std::uint64_t ignored = 0;  ///< white space, line ends and commas
};

inline CharacterMasks classify_block(const char* text) {
  CharacterMasks masks;
#ifdef __SSE2__
  const auto all = [](int c) { return _mm_set1_epi8(static_cast<char>(c)); };
  // There is only a comparison of signed bytes: the range is moved to the smallest of them.
  const auto is_in_range = [all](__m128i bytes, int first, int last) {
    return _mm_cmplt_epi8(_mm_sub_epi8(bytes, all(first - 128)), all(last - first + 1 - 128));
  };
  const auto bits = [](__m128i bytes) { return static_cast<std::uint64_t>(_mm_movemask_epi8(bytes)); };
  for (std::size_t i = 0; i < kBlockLength; i += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + i));
    const __m128i letters = is_in_range(_mm_or_si128(bytes, all(0x20)), 'a', 'z');
    const __m128i digits = is_in_range(bytes, '0', '9');
    const __m128i names = _mm_or_si128(_mm_or_si128(letters, digits), _mm_cmpeq_epi8(bytes, all('_')));
    const __m128i tabs_and_line_ends =
        _mm_or_si128(is_in_range(bytes, '\t', '\n'), _mm_cmpeq_epi8(bytes, all('\r')));
    const __m128i spaces_and_commas =
        _mm_or_si128(_mm_cmpeq_epi8(bytes, all(' ')), _mm_cmpeq_epi8(bytes, all(',')));
    masks.names |= bits(names) << i;
    masks.ignored |= bits(_mm_or_si128(tabs_and_line_ends, spaces_and_commas)) << i;
  }
#else
  for (std::size_t i = 0; i < kBlockLength; ++i) {
    masks.names |= static_cast<std::uint64_t>(is_name_continue(text[i])) << i;
    masks.ignored |= static_cast<std::uint64_t>(is_ignored(text[i])) << i;
  }
#endif
  return masks;
}

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
