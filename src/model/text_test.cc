#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <sstream>
#include <string>

#include "model/json_text.h"
#include "model/utf8.h"

namespace storey {
namespace {

TEST(json_text, keeps_short_values_on_a_line_and_breaks_long_ones) {
  EXPECT_EQ(json_text(boost::json::parse(R"({"a":[1,2.5,true,null],"b":"x"})")),
            "{\"a\": [1, 2.5, true, null], \"b\": \"x\"}\n");
  const std::string word(60, 'w');
  EXPECT_EQ(json_text(boost::json::parse("[\"" + word + "\",\"" + word + "\"]")),
            "[\n  \"" + word + "\",\n  \"" + word + "\"\n]\n");
}

TEST(json_text, keeps_lines_within_their_width) {
  boost::json::array points;
  for (int i = 0; i < 200; ++i) points.push_back(boost::json::array{i * 1.25, -i * 0.5});
  const std::string text = json_text(boost::json::object{{"polygon", points}});
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 111U) << line;
  EXPECT_EQ(json_text(boost::json::parse(text)), text);
}

TEST(json_text, writes_numbers_without_exponent) {
  EXPECT_EQ(json_text(1e15), "1000000000000000\n");
  EXPECT_EQ(json_text(1e-7), "0.0000001\n");
  EXPECT_EQ(json_text(fixed(2.00006, 4)), "2.0001\n");
  EXPECT_EQ(json_text(fixed(-0.00001, 4)), "0\n");
  EXPECT_EQ(fixed(1e308, 4), 1e308);
}

TEST(utf8, keeps_what_is_well_formed) {
  const std::string text = "aé€😀";
  EXPECT_EQ(valid_utf8(text), text);
  std::size_t position = 0;
  EXPECT_EQ(next_code_point(text, position), U'a');
  EXPECT_EQ(next_code_point(text, position), U'é');
  EXPECT_EQ(next_code_point(text, position), U'€');
  EXPECT_EQ(next_code_point(text, position), U'😀');
  EXPECT_EQ(position, text.size());
}

TEST(utf8, replaces_what_is_not) {
  const std::string mark = "\xEF\xBF\xBD";
  EXPECT_EQ(valid_utf8("\xC0\xAF"), mark + mark) << "overlong";
  EXPECT_EQ(valid_utf8("\xED\xA0\x80"), mark + mark + mark) << "surrogate";
  EXPECT_EQ(valid_utf8("\xF4\x90\x80\x80"), mark + mark + mark + mark) << "above the last code point";
  EXPECT_EQ(valid_utf8("a\xE2\x82"), "a" + mark + mark) << "cut off";
  EXPECT_EQ(valid_utf8("\x80z"), mark + "z") << "out of place";
}

}  // namespace
}  // namespace storey
