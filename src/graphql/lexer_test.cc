#include "graphql/lexer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>
#include <vector>

namespace storey::graphql {
namespace {

/// Kind, start and value of every token.
std::vector<std::tuple<TokenKind, std::size_t, std::string>> read_all(const std::string& text) {
  const std::string padded = text + std::string(kLexerPadding, '\0');
  Arena arena;
  Lexer lexer(std::string_view(padded).substr(0, text.size()), arena);
  std::vector<std::tuple<TokenKind, std::size_t, std::string>> tokens;
  Token token;
  do {
    lexer.next(token);
    const bool has_value = token.kind >= TokenKind::kName;
    tokens.emplace_back(token.kind, token.start, has_value ? std::string(token.value) : "");
  } while (token.kind != TokenKind::kEndOfFile);
  return tokens;
}

TEST(Lexer, ReadsTheSameWhereverItsBlocksEnd) {
  const std::string text =
      "query Q($first:Int=-10){a:people(first:$first,name:\"x\\u0041 y\")@d{...F ...on " +
      std::string(70, 'n') +
      "{b2}\xEF\xBB\xBF}}# a comment, with (punctuation)\nfragment F on\"\"\"block\n  \\\"\"\" "
      "text\"\"\"{1.5e3}";
  const auto expected = read_all(text);
  ASSERT_EQ(expected.size(), 44u);
  for (std::size_t shift = 1; shift <= 2 * kBlockLength; ++shift) {
    auto tokens = read_all(std::string(shift, ' ') + text);
    for (auto& [kind, start, value] : tokens) start -= shift;
    ASSERT_EQ(tokens, expected) << shift;
  }
}

TEST(Lexer, StaysAtTheEnd) {
  for (const std::size_t size : {0u, 1u, 63u, 64u, 65u, 128u}) {
    const std::string padded = std::string(size, 'a') + std::string(kLexerPadding, '\0');
    Arena arena;
    Lexer lexer(std::string_view(padded).substr(0, size), arena);
    Token token;
    if (size > 0) lexer.next(token);
    for (int i = 0; i < 3; ++i) {
      lexer.next(token);
      EXPECT_EQ(token.kind, TokenKind::kEndOfFile);
      EXPECT_EQ(token.start, size);
    }
  }
}

TEST(Lexer, RefusesAZeroByteInsideOfTheText) {
  const std::string padded = std::string("a\0b", 3) + std::string(kLexerPadding, '\0');
  Arena arena;
  Lexer lexer(std::string_view(padded).substr(0, 3), arena);
  Token token;
  lexer.next(token);
  try {
    lexer.next(token);
    FAIL() << "no error";
  } catch (const SyntaxError& error) {
    EXPECT_EQ(error.position, 1u);
    EXPECT_THAT(error.message, testing::HasSubstr("U+0000"));
  }
}

}  // namespace
}  // namespace storey::graphql
