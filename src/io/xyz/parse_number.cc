#include "io/xyz/parse_number.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>
#include <string_view>

namespace storey::xyz {
namespace {

// No honest number is longer; from_chars takes time in proportion to the length.
constexpr std::size_t kLongestNumber = 1024;

constexpr std::uint64_t kLargestExactMantissa = std::uint64_t{1} << 53;
constexpr std::array<std::uint64_t, 9> kIntegerPowerOfTen = {1,      10,      100,      1000,     10000,
                                                             100000, 1000000, 10000000, 100000000};

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool equal_ignoring_case(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                    [](char c, char l) { return (c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) == l; });
}

/// Not-a-number and infinity as glibc, Java, Python, SQL, and MSVC before 2015 ("1.#QNAN") and since print
/// them.
bool parse_name(std::string_view text, double& magnitude) {
  for (const char* name : {"inf", "infinity", "1.#inf", "1.#inf00", "1.#inf000000"})
    if (equal_ignoring_case(text, name)) return magnitude = kInfinity, true;
  for (const char* name : {"nan", "nan(ind)", "nan(snan)", "null", "1.#qnan", "1.#qnan0", "1.#qnan00000",
                           "1.#ind", "1.#ind00", "1.#ind000000", "1.#snan"})
    if (equal_ignoring_case(text, name)) return magnitude = std::numeric_limits<double>::quiet_NaN(), true;
  return false;
}

/// Whether `text`, a well-formed number beyond the range of double, is too large rather than too small.
bool is_too_large(std::string_view text) {
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  const std::string_view digits = text.substr(0, e);
  if (e < text.size() && text[e + 1] == '-') return false;
  if (e < text.size()) return true;
  return digits.find_first_of("123456789") < digits.find('.');
}

/// `text` is without its sign; false if it is no number.
bool parse_magnitude(std::string_view text, double& magnitude) {
  const bool numeric = (is_digit(text[0]) || text[0] == '.') && text.find('#') == std::string_view::npos;
  if (!numeric) return parse_name(text, magnitude);
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, magnitude);
  if (stop != end || problem == std::errc::invalid_argument) return false;
  if (problem == std::errc::result_out_of_range) magnitude = is_too_large(text) ? kInfinity : 0.0;
  return true;
}

/// Any number at all, also not-a-number and infinity. Same contract as parse_number.
const char* parse_any_number(const char* p, const Dialect& dialect, double& value) {
  const bool negative = *p == '-';
  p += negative || *p == '+';
  const char* end = p;
  while (!dialect.ends_field(*end)) ++end;
  std::string_view text(p, static_cast<std::size_t>(end - p));
  if (text.empty() || text.size() > kLongestNumber) return nullptr;
  std::string with_point;
  if (dialect.decimal() != '.') {
    if (text.find('.') != std::string_view::npos) return nullptr;
    with_point = text;
    std::replace(with_point.begin(), with_point.end(), dialect.decimal(), '.');
    text = with_point;
  }
  double magnitude = 0;
  if (!parse_magnitude(text, magnitude)) return nullptr;
  value = with_sign(magnitude, negative);
  return end;
}

/// The digits at `p`, at most eight.
struct DigitRun {
  std::uint64_t value = 0;
  int length = 0;

  explicit DigitRun(const char* p) {
    const std::uint64_t digits = load_8(p) ^ ('0' * kEveryByte);
    length = std::countr_zero(non_digits(digits)) / 8;
    if (length > 0) value = value_of(digits, length);
  }
};

/// Past an exponent of at most three digits after the `e` at `p`, or null.
const char* parse_exponent(const char* p, int& exponent) {
  const bool negative = p[1] == '-';
  p += negative || p[1] == '+' ? 2 : 1;
  const DigitRun digits(p);
  if (digits.length == 0 || digits.length > 3) return nullptr;
  exponent = static_cast<int>(digits.value);
  if (negative) exponent = -exponent;
  return p + digits.length;
}

}  // namespace

const char* parse_long_number(const char* start, const char* p, bool negative, const Dialect& dialect,
                              double& value) {
  const DigitRun whole(p);
  std::uint64_t mantissa = whole.value;
  p += whole.length;
  int fraction_digits = 0;
  if (*p == dialect.decimal()) {
    const DigitRun first(++p);
    mantissa = mantissa * kIntegerPowerOfTen[first.length] + first.value;
    p += first.length;
    fraction_digits = first.length;
    if (first.length == 8) {  // at most 24 digits in all, of which 19 fit; the rest is caught below
      const DigitRun second(p);
      if (whole.length + second.length > 11) return parse_any_number(start, dialect, value);
      mantissa = mantissa * kIntegerPowerOfTen[second.length] + second.value;
      p += second.length;
      fraction_digits += second.length;
    }
  }
  int exponent = 0;
  if (whole.length + fraction_digits > 0 && (*p == 'e' || *p == 'E')) {
    p = parse_exponent(p, exponent);
    if (p == nullptr) return parse_any_number(start, dialect, value);
  }
  exponent -= fraction_digits;
  const bool exact = mantissa <= kLargestExactMantissa && exponent >= -22 && exponent <= 22;
  if (whole.length + fraction_digits == 0 || !exact || !dialect.ends_field(*p))
    return parse_any_number(start, dialect, value);
  const auto digits = static_cast<double>(mantissa);
  value =
      with_sign(exponent < 0 ? digits / kPowerOfTen[-exponent] : digits * kPowerOfTen[exponent], negative);
  return p;
}

}  // namespace storey::xyz
