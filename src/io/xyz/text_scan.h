// Looking at text eight bytes at a time. Everything here may read up to kTextPadding bytes past the text it
// is given, which must be there and must begin with a line end.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace storey::xyz {

static_assert(std::endian::native == std::endian::little, "the byte masks below count from the low end");

inline constexpr std::size_t kTextPadding = 64;

inline bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }
inline bool is_line_end(char c) { return c == '\n' || c == '\r'; }
// Quotes count as blanks: tables exported with every value in quotes need nothing else then.
inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '"'; }

/// How a file writes numbers and separates them.
class Dialect {
 public:
  /// `decimal` is '.' or ','; a comma is then no delimiter.
  explicit constexpr Dialect(char decimal = '.') : decimal_(decimal) {
    for (const char c : {' ', '\t', '"', '\n', '\r', ';', ','})
      ends_field_[static_cast<unsigned char>(c)] = c != decimal;
  }

  char decimal() const { return decimal_; }
  bool is_delimiter(char c) const { return c == ';' || (c == ',' && decimal_ != ','); }
  /// Blanks, delimiters and line ends.
  bool ends_field(char c) const { return ends_field_[static_cast<unsigned char>(c)]; }

 private:
  std::array<bool, 256> ends_field_{};
  char decimal_;
};

inline constexpr std::uint64_t kEveryByte = 0x0101010101010101;

inline std::uint64_t load_8(const char* p) {
  std::uint64_t word = 0;
  std::memcpy(&word, p, sizeof word);
  return word;
}

/// High bit of the lowest zero byte of `word` (and perhaps of bytes above it).
inline std::uint64_t zero_bytes(std::uint64_t word) {
  return (word - kEveryByte) & ~word & (0x80 * kEveryByte);
}

/// The first LF or CR from `p` on.
inline const char* find_line_end(const char* p) {
  for (;; p += 8) {
    const std::uint64_t word = load_8(p);
    const std::uint64_t found =
        zero_bytes(word ^ ('\n' * kEveryByte)) | zero_bytes(word ^ ('\r' * kEveryByte));
    if (found) return p + std::countr_zero(found) / 8;
  }
}

/// Where the next line begins, given the end of this one: CR LF is one line end.
inline const char* after_line_end(const char* line_end) {
  return line_end + (line_end[0] == '\r' && line_end[1] == '\n' ? 2 : 1);
}

inline const char* skip_blanks(const char* p) {
  while (is_blank(*p)) ++p;
  return p;
}

}  // namespace storey::xyz
