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

/// Characters that the two functions below look at.
inline constexpr std::size_t kRunLength = 16;

#ifdef __SSE2__

/// How many of the next kRunLength characters, from the first on, can continue a name.
inline std::size_t count_name_characters(const char* text) {
  const auto all = [](int c) { return _mm_set1_epi8(static_cast<char>(c)); };
  const auto is_at_most = [](__m128i bytes, __m128i bound) {
    return _mm_cmpeq_epi8(_mm_min_epu8(bytes, bound), bytes);
  };
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text));
  const __m128i letters = is_at_most(_mm_sub_epi8(_mm_or_si128(bytes, all(0x20)), all('a')), all('z' - 'a'));
  const __m128i digits = is_at_most(_mm_sub_epi8(bytes, all('0')), all(9));
  const __m128i names = _mm_or_si128(_mm_or_si128(letters, digits), _mm_cmpeq_epi8(bytes, all('_')));
  return static_cast<std::size_t>(std::countr_one(static_cast<unsigned>(_mm_movemask_epi8(names))));
}

/// How many of the next kRunLength characters, from the first on, are white space, line ends or commas.
inline std::size_t count_ignored_characters(const char* text) {
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text));
  const auto equal = [bytes](char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
  const __m128i ignored = _mm_or_si128(_mm_or_si128(_mm_or_si128(equal(' '), equal('\n')), equal(',')),
                                       _mm_or_si128(equal('\r'), equal('\t')));
  return static_cast<std::size_t>(std::countr_one(static_cast<unsigned>(_mm_movemask_epi8(ignored))));
}

#else

inline std::size_t count_name_characters(const char* text) {
  std::size_t count = 0;
  while (count < kRunLength && is_name_continue(text[count])) ++count;
  return count;
}

inline std::size_t count_ignored_characters(const char* text) {
  std::size_t count = 0;
  while (count < kRunLength && is_ignored(text[count])) ++count;
  return count;
}

#endif

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
