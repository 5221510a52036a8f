#include "http/headers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace storey::http {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Headers, NamesAreComparedWithoutRegardToCase) {
  Headers headers;
  headers.add("Content-Type", "text/plain");
  EXPECT_EQ(headers.get("content-TYPE"), "text/plain");
  EXPECT_EQ(headers.find("Content-Typ"), std::nullopt);
  headers.set("CONTENT-TYPE", "text/html");
  EXPECT_EQ(headers.size(), 1u);
  EXPECT_EQ(headers.get("Content-Type"), "text/html");
}

TEST(Headers, TokensAreFoundInEveryFieldOfTheName) {
  Headers headers;
  headers.add("Connection", "keep-alive, X-Own");
  headers.add("connection", "Upgrade");
  EXPECT_TRUE(headers.has_token("Connection", "upgrade"));
  EXPECT_TRUE(headers.has_token("Connection", "x-own"));
  EXPECT_FALSE(headers.has_token("Connection", "close"));
  EXPECT_FALSE(headers.has_token("Connection", "keep"));
}

TEST(Headers, RefuseWhatWouldWriteTheRestOfTheResponse) {
  Headers headers;
  EXPECT_THROW(headers.add("Location", "/a\r\nSet-Cookie: b=c"), std::invalid_argument);
  EXPECT_THROW(headers.add("Location", "a\nb"), std::invalid_argument);
  EXPECT_THROW(headers.add("Location", std::string("a\0b", 3)), std::invalid_argument);
  EXPECT_THROW(headers.add("X-A:", "b"), std::invalid_argument);
  EXPECT_THROW(headers.set("", "b"), std::invalid_argument);
  EXPECT_TRUE(headers.empty());
}

TEST(SplitList, CommasInQuotesDoNotSeparate) {
  EXPECT_THAT(split_list(R"( a ,"b,c" , "d\",e",)"), ElementsAre("a", R"("b,c")", R"("d\",e")"));
  EXPECT_THAT(split_list(" , ,, "), IsEmpty());
  EXPECT_THAT(split_list(R"("never closed, a)"), ElementsAre(R"("never closed, a)"));
  EXPECT_THAT(split_list(R"(a,"\)"), ElementsAre("a", R"("\)"));
}

TEST(ParseDecimal, TakesDigitsAndNothingElse) {
  EXPECT_EQ(parse_decimal("0"), 0u);
  EXPECT_EQ(parse_decimal("18446744073709551615"), 18446744073709551615u);
  for (const char* text : {"", "-1", "+1", " 1", "1 ", "0x1", "1,1", "18446744073709551616"})
    EXPECT_EQ(parse_decimal(text), std::nullopt) << text;
}

}  // namespace
}  // namespace storey::http
