#include "graphql/json_read.h"

#include <gtest/gtest.h>

#include <array>
#include <boost/json/parse.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include "graphql/json_text.h"

namespace storey::graphql {
namespace {

std::string again(const std::string& text) {
  boost::json::error_code status;
  const boost::json::value value = read_json(text, status);
  if (status) return status.message();
  std::string written;
  append_json(written, value, JsonNumbers::kAsTheyAre);
  return written;
}

TEST(ReadJson, EveryDoubleComesBackAsItWas) {
  std::mt19937_64 bits(33);
  std::uniform_real_distribution<double> near(-1000, 1000);
  for (int i = 0; i < 20'000; ++i) {
    double number = near(bits);
    if (i % 2 == 0) {
      const std::uint64_t pattern = bits();
      std::memcpy(&number, &pattern, sizeof number);
      if (!std::isfinite(number)) continue;
    }
    std::array<char, 40> text{};
    const char* const end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    boost::json::error_code status;
    const auto value = read_json({text.data(), static_cast<std::size_t>(end - text.data())}, status);
    ASSERT_FALSE(status);
    double storage = 0;
    ASSERT_EQ(*to_double(value, storage), number) << text.data();
  }
}

TEST(ReadJson, NumbersStayAsTheyAre) {
  for (const char* text : {"[0,-1,18446744073709551615,-9223372036854775808,1.0,-0.0]", "-18.132885418557862",
                           "{\"a\":-463.91065484751084,\"b\":{\"c\":[1e+300,5e-324]}}"})
    EXPECT_EQ(again(text), text);
  EXPECT_EQ(again("88888888" + std::string(60, '6') + "888888"), "8.888888866666667e+73");
}

TEST(ReadJson, WhatNoDoubleHoldsIsInfiniteOrZero) {
  boost::json::error_code status;
  EXPECT_TRUE(std::isinf(read_json("-1e400", status).get_double()));
  EXPECT_EQ(read_json("1e-400", status).get_double(), 0);
  EXPECT_FALSE(status);
}

TEST(ReadJson, ReadsWhatBoostReads) {
  for (const char* text : {"null",
                           "true",
                           " [ ] ",
                           "{}",
                           "\"a\\u00fc\\n\"",
                           "{\"a\":1,\"a\":2}",
                           "[[[]]]",
                           "\"\\ud83d\\ude00\"",
                           "",
                           "{",
                           "[1,]",
                           "1 2",
                           "nul",
                           "\"\x01\"",
                           "01",
                           "+1",
                           "1.",
                           ".5",
                           "\"\xff\"",
                           "{\"a\"}"}) {
    boost::json::error_code theirs, ours;
    const auto expected = boost::json::parse(text, theirs);
    EXPECT_EQ(read_json(text, ours), expected) << text;
    EXPECT_EQ(ours, theirs) << text;
  }
  const std::string deep = std::string(40, '[') + std::string(40, ']');
  boost::json::error_code status;
  read_json(deep, status);
  EXPECT_TRUE(status);
  boost::json::parse_options options;
  options.max_depth = 50;
  read_json(deep, status, options);
  EXPECT_FALSE(status);
}

}  // namespace
}  // namespace storey::graphql
