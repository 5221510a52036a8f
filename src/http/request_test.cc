#include "http/request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace storey::http {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TEST(PercentDecode, DecodesOnceAndCompletely) {
  EXPECT_EQ(percent_decode("a%20b%c3%A4%2525"), "a b\xc3\xa4%25");
  EXPECT_EQ(percent_decode("a+b"), "a+b");
  EXPECT_EQ(percent_decode("a+b", true), "a b");
}

TEST(PercentDecode, RefusesBrokenEscapesAndNul) {
  for (const char* text : {"%", "%4", "a%4", "%zz", "%4g", "%-1", "%00"})
    EXPECT_EQ(percent_decode(text), std::nullopt) << text;
}

TEST(ParseForm, KeepsOrderAndRepeatedNames) {
  const auto pairs = parse_form("a=1&b=&c&&a=x%26y+z%3D&=v");
  ASSERT_TRUE(pairs);
  EXPECT_THAT(*pairs,
              ElementsAre(Pair("a", "1"), Pair("b", ""), Pair("c", ""), Pair("a", "x&y z="), Pair("", "v")));
  EXPECT_FALSE(parse_form("a=1&b=%"));
}

TEST(Request, QueryValueIsTheFirstOfItsName) {
  Request request;
  request.query = "token=a%2Bb&token=c";
  EXPECT_EQ(request.query_value("token"), "a+b");
  EXPECT_EQ(request.query_value("tok"), std::nullopt);
}

TEST(Method, NamesAreCaseSensitive) {
  EXPECT_EQ(method_from("PATCH"), Method::kPatch);
  EXPECT_EQ(method_from("patch"), Method::kOther);
  EXPECT_EQ(method_name(Method::kDelete), "DELETE");
}

}  // namespace
}  // namespace storey::http
