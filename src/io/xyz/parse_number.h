// Decimal text to double, correctly rounded. Numbers of up to 15 digits (all that scanners write) take the
// exact fast path of W. D. Clinger, "How to read floating point numbers accurately" (PLDI 1990): a mantissa
// below 2^53 and a power of ten up to 10^22 are both exact doubles, so one division or product rounds once.
// Digits are converted eight at a time within one machine word. Everything else goes to std::from_chars.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "io/xyz/text_scan.h"

namespace storey::xyz {

inline constexpr std::array<double, 23> kPowerOfTen = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                       1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                       1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
inline constexpr std::array<std::uint64_t, 9> kIntegerPowerOfTen = {
    1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

/// High bit of every byte of `digits` (text xor '0') that is no decimal digit.
inline std::uint64_t non_digits(std::uint64_t digits) {
  return (((digits & (0x7f * kEveryByte)) + 0x76 * kEveryByte) | digits) & (0x80 * kEveryByte);
}

/// Value of eight digit bytes (0…9 each), the first character in the lowest byte.
inline std::uint64_t value_of_8(std::uint64_t digits) {
  constexpr std::uint64_t kPairs = 0x000000FF000000FF;
  digits = digits * 10 + (digits >> 8);
  return ((digits & kPairs) * (100 + (std::uint64_t{1000000} << 32)) +
          ((digits >> 16) & kPairs) * (1 + (std::uint64_t{10000} << 32))) >>
         32;
}

/// Value of the first `count` (1…8) digit bytes.
inline std::uint64_t value_of(std::uint64_t digits, int count) {
  return value_of_8(digits << (64 - 8 * count));
}

inline double with_sign(double magnitude, bool negative) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(magnitude) | static_cast<std::uint64_t>(negative)
                                                                             << 63);
}

inline bool ends_field(char c) { return char_class(c) != CharClass::kOther; }

/// Any number at all, also NaN and infinity in the ways that C and C++ runtimes print them.
const char* parse_any_number(const char* p, char decimal, double& value);

/// Reads a number of more than eight characters, or with an exponent; `p` is past the sign.
inline const char* parse_long_number(const char* start, const char* p, bool negative, char decimal,
                                     double& value) {
  const std::uint64_t head = load_8(p) ^ ('0' * kEveryByte);
  const int whole_digits = std::countr_zero(non_digits(head)) / 8;
  if (whole_digits == 0 || whole_digits == 8 || p[whole_digits] != decimal)
    return parse_any_number(start, decimal, value);
  const char* fraction = p + whole_digits + 1;
  const std::uint64_t tail = load_8(fraction) ^ ('0' * kEveryByte);
  const int fraction_digits = std::countr_zero(non_digits(tail)) / 8;
  const char* end = fraction + fraction_digits;
  if (fraction_digits == 0 || !ends_field(*end)) return parse_any_number(start, decimal, value);
  const std::uint64_t mantissa =
      value_of(head, whole_digits) * kIntegerPowerOfTen[fraction_digits] + value_of(tail, fraction_digits);
  value = with_sign(static_cast<double>(mantissa) / kPowerOfTen[fraction_digits], negative);
  return end;
}

/// Reads the number at `p`, whose decimal point is `decimal`; it must be followed by a separator or line end.
/// Returns where it ends, or null where there is none (`value` is then undefined).
inline const char* parse_number(const char* p, char decimal, double& value) {
  const char* const start = p;
  const bool negative = *p == '-';
  p += negative || *p == '+';
  // The common case, a number of up to seven characters, without any branch on its length.
  const std::uint64_t digits = load_8(p) ^ ('0' * kEveryByte);
  const std::uint64_t stops = non_digits(digits);
  const std::uint64_t later_stops = stops & (stops - 1);
  if (later_stops == 0) return parse_long_number(start, p, negative, decimal, value);
  const int point = std::countr_zero(stops) / 8;
  const int end = std::countr_zero(later_stops) / 8;
  if (p[point] == decimal && end > 1 && ends_field(p[end])) {
    const std::uint64_t below = (std::uint64_t{1} << (8 * point)) - 1;
    const std::uint64_t joined = ((digits & below) << 8) | (digits & ~(below << 8 | 0xff));
    const double mantissa = static_cast<double>(value_of(joined, end));
    value = with_sign(mantissa / kPowerOfTen[end - point - 1], negative);
    return p + end;
  }
  if (point > 0 && ends_field(p[point])) {
    value = with_sign(static_cast<double>(value_of(digits, point)), negative);
    return p + point;
  }
  return parse_long_number(start, p, negative, decimal, value);
}

}  // namespace storey::xyz
