#include "io/xyz/parse_number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

namespace storey::xyz {
namespace {

struct Parsed {
  bool ok = false;
  double value = 0;
  std::size_t length = 0;
};

Parsed parse(const std::string& text, char decimal = '.') {
  const std::string padded = text + std::string(kTextPadding, '\n');
  Parsed parsed;
  const char* const end = parse_number(padded.data(), Dialect(decimal), parsed.value);
  parsed.ok = end != nullptr;
  if (end) parsed.length = static_cast<std::size_t>(end - padded.data());
  return parsed;
}

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

/// Random doubles of every magnitude that occurs in scans, and some that do not.
class RandomNumbers {
 public:
  double next() {
    switch (random_() % 4) {
      case 0:
        return std::uniform_real_distribution<double>(-100, 100)(random_);
      case 1:
        return std::uniform_real_distribution<double>(-1e7, 1e7)(random_);
      case 2:
        return std::ldexp(std::uniform_real_distribution<double>(-1, 1)(random_),
                          static_cast<int>(random_() % 160) - 80);
      default:
        return std::bit_cast<double>(random_());
    }
  }

 private:
  std::mt19937_64 random_{20240229};
};

class PrintedNumbers : public testing::TestWithParam<const char*> {};

TEST_P(PrintedNumbers, ComeBackAsStrtodReadsThem) {
  RandomNumbers numbers;
  char text[512];
  for (int i = 0; i < 20000; ++i) {
    const double number = numbers.next();
    if (!std::isfinite(number)) continue;
    std::snprintf(text, sizeof text, GetParam(), number);
    const Parsed parsed = parse(text);
    ASSERT_TRUE(parsed.ok) << text;
    EXPECT_EQ(bits(parsed.value), bits(std::strtod(text, nullptr))) << text;
    EXPECT_EQ(parsed.length, std::string(text).size()) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(Styles, PrintedNumbers,
                         testing::Values("%.0f", "%.1f", "%.2f", "%.3f", "%+.3f", "%.4f", "%.6f", "%.7f",
                                         "%.8f", "%.9f", "%.12f", "%.15f", "%.17f", "%e", "%E", "%.3e",
                                         "%+.10e", "%.15e", "%.16e", "%.18e", "%g", "%.9g", "%.15g", "%.17g",
                                         "%.25g", "%08.3f"));

// Mantissas about 2^53 and powers of ten about 22 are where the exact path ends.
TEST(ParseNumber, IsCorrectlyRoundedWhereTheFastPathEnds) {
  for (const std::uint64_t mantissa :
       {std::uint64_t{1} << 53, (std::uint64_t{1} << 53) + 1, (std::uint64_t{1} << 53) + 3,
        std::uint64_t{9999999999999999}, std::uint64_t{1234567890123456789}}) {
    const std::string digits = std::to_string(mantissa);
    for (std::size_t point = 1; point < digits.size(); ++point)
      for (const int exponent : {-30, -23, -22, -1, 0, 1, 22, 23, 38}) {
        const std::string text =
            digits.substr(0, point) + "." + digits.substr(point) + "e" + std::to_string(exponent);
        EXPECT_EQ(bits(parse(text).value), bits(std::strtod(text.c_str(), nullptr))) << text;
      }
  }
}

TEST(ParseNumber, ReadsEveryWayToWriteANumber) {
  EXPECT_EQ(parse("0").value, 0);
  EXPECT_EQ(parse("+5").value, 5);
  EXPECT_EQ(parse("5.").value, 5);
  EXPECT_EQ(parse(".5").value, 0.5);
  EXPECT_EQ(parse("-.5").value, -0.5);
  EXPECT_EQ(parse("007.250").value, 7.25);
  EXPECT_EQ(parse("1e3").value, 1000);
  EXPECT_EQ(parse("1.5E+02").value, 150);
  EXPECT_EQ(parse("25e-1").value, 2.5);
  EXPECT_TRUE(std::signbit(parse("-0.0").value));
}

TEST(ParseNumber, EndsAtSeparatorsAndLineEnds) {
  for (const char* separator : {" ", "\t", ",", ";", "\r\n", "\n", "\""}) {
    const Parsed parsed = parse(std::string("12.5") + separator + "77");
    EXPECT_TRUE(parsed.ok) << separator;
    EXPECT_EQ(parsed.value, 12.5);
    EXPECT_EQ(parsed.length, 4u);
  }
}

TEST(ParseNumber, RefusesWhatIsNoNumber) {
  for (const char* text :
       {"",      "-",        "+",         ".",   "-.",  "e5",        "1e",           "1e+",
        "1.2.3", "12a",      "a12",       "--1", "+-1", "1-2",       "0x10",         "1_000",
        "1d5",   "infinite", "nanometre", "1.#", "1:2", "12345678x", "1.123456789x", "\u00a01"})
    EXPECT_FALSE(parse(text).ok) << text;
}

TEST(ParseNumber, ReadsNotANumberAndInfinityAsPrinted) {
  for (const char* text :
       {"nan", "NaN", "-nan", "NAN", "nan(ind)", "-nan(ind)", "1.#QNAN", "-1.#IND", "null"}) {
    ASSERT_TRUE(parse(text).ok) << text;
    EXPECT_TRUE(std::isnan(parse(text).value)) << text;
  }
  for (const char* text : {"inf", "Inf", "INFINITY", "1.#INF", "1e400", "123456789e999999999999"})
    EXPECT_EQ(parse(text).value, std::numeric_limits<double>::infinity()) << text;
  EXPECT_EQ(parse("-inf").value, -std::numeric_limits<double>::infinity());
}

TEST(ParseNumber, GoesToZeroAndToInfinityBeyondTheRangeOfDouble) {
  const std::string zeros(400, '0');
  EXPECT_EQ(parse("1e-400").value, 0);
  EXPECT_EQ(parse("0." + zeros + "1").value, 0);
  EXPECT_EQ(parse("1" + zeros + ".5").value, std::numeric_limits<double>::infinity());
  EXPECT_EQ(parse("4.9e-324").value, std::numeric_limits<double>::denorm_min());
}

TEST(ParseNumber, ReadsDecimalCommasWhereTheFileHasThem) {
  EXPECT_EQ(parse("1,5", ',').value, 1.5);
  EXPECT_EQ(parse("-1234,56789012", ',').value, -1234.56789012);
  EXPECT_EQ(parse("1,2345678901234567890", ',').value, 1.2345678901234567890);
  EXPECT_EQ(parse("1,5e3", ',').value, 1500);
  EXPECT_FALSE(parse("1.5", ',').ok);
  EXPECT_FALSE(parse("1.23456789012345678", ',').ok);
}

}  // namespace
}  // namespace storey::xyz
