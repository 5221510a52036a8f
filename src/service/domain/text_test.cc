#include "service/domain/text.h"

#include <gtest/gtest.h>

namespace storey::service {
namespace {

TEST(PlainUtf8, AcceptsText) {
  for (const char* text : {"", "plain", "Straße 12", "日本", "🏠", "two\nlines\t"})
    EXPECT_TRUE(is_plain_utf8(text)) << text;
}

TEST(PlainUtf8, RefusesMalformedBytesAndControls) {
  for (const std::string_view text :
       {std::string_view("\x80"), std::string_view("\xc3"), std::string_view("\xc0\xaf"),
        std::string_view("\xe0\x80\x80"), std::string_view("\xed\xa0\x80"),
        std::string_view("\xf4\x90\x80\x80"), std::string_view("\xff"), std::string_view("a\0b", 3),
        std::string_view("\x1b[31m"), std::string_view("\x7f")})
    EXPECT_FALSE(is_plain_utf8(text));
}

}  // namespace
}  // namespace storey::service
