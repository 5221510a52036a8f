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

/// Reads a number that parse_number cannot: of more than seven characters, or with an exponent.
/// `start` is at the sign, `p` past it.
const char* parse_long_number(const char* start, const char* p, bool negative, const Dialect& dialect,
                              double& value);

/// How to close the gap of a decimal point before so many digits in the high bytes of a word.
struct Fraction {
  std::uint64_t digits = 0;  ///< mask of the bytes with the digits after the point
  double divisor = 1;        ///< 10 to their number, with the sign of the whole
};

/// By the number of digits after the point; from 8 on for negative numbers.
inline constexpr std::array<Fraction, 16> kFractions = [] {
  std::array<Fraction, 16> fractions{};
  for (unsigned n = 0; n < 8; ++n) {
    const std::uint64_t digits = n == 0 ? 0 : ~std::uint64_t{0} << (64 - 8 * n);
    fractions[n] = {digits, kPowerOfTen[n]};
    fractions[n + 8] = {digits, -kPowerOfTen[n]};
  }
  return fractions;
}();

/// Reads the number at `p`, which must be followed by a separator or line end.
/// Returns where it ends, or null where there is none (`value` is then undefined).
inline const char* parse_number(const char* p, const Dialect& dialect, double& value) {
  const char* const start = p;
  const bool negative = *p == '-';
  p += negative || *p == '+';
  // The common case, a number of up to seven characters, without any branch on its length.
  const std::uint64_t digits = load_8(p) ^ ('0' * kEveryByte);
  const std::uint64_t stops = non_digits(digits);
  const std::uint64_t later_stops = stops & (stops - 1);
  if (later_stops == 0) return parse_long_number(start, p, negative, dialect, value);
  const int point = std::countr_zero(stops) / 8;
  const int end = std::countr_zero(later_stops) / 8;
  if (p[point] == dialect.decimal() && end > 1 && dialect.ends_field(p[end])) {
    const Fraction& fraction = kFractions[static_cast<unsigned>(end - point - 1 + (negative ? 8 : 0))];
    const std::uint64_t aligned = digits << (64 - 8 * end);
    const std::uint64_t mantissa =
        value_of_8((aligned & fraction.digits) | (aligned << 8 & ~fraction.digits));
    value = static_cast<double>(static_cast<std::int64_t>(mantissa)) / fraction.divisor;
    return p + end;
  }
  if (point > 0 && dialect.ends_field(p[point])) {
    value = with_sign(static_cast<double>(value_of(digits, point)), negative);
    return p + point;
  }
  return parse_long_number(start, p, negative, dialect, value);
}

}  // namespace storey::xyz
