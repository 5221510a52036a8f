// Tokens of a GraphQL document (specification, section 2.1).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "graphql/arena.h"
#include "graphql/ast.h"

namespace storey::graphql {

enum class TokenKind : std::uint8_t {
  kStartOfFile,
  kEndOfFile,
  kBang,
  kDollar,
  kAmp,
  kParenL,
  kParenR,
  kSpread,
  kColon,
  kEquals,
  kAt,
  kBracketL,
  kBracketR,
  kBraceL,
  kPipe,
  kBraceR,
  kName,
  kInt,
  kFloat,
  kString,
  kBlockString
};

/// As error messages name it: `"{"`, `Name`, `<EOF>`.
std::string describe(TokenKind kind);

struct Token {
  TokenKind kind = TokenKind::kStartOfFile;
  ast::Offset start = 0;
  ast::Offset end = 0;
  std::string_view value;  ///< names and numbers as written, strings decoded
};

/// As error messages name it: `Name "foo"`.
std::string describe(const Token& token);

/// The text does not follow the grammar. Thrown inside of the parser only; parse() turns it into a value.
struct SyntaxError {
  ast::Offset position = 0;
  std::string message;
};

/// Reads a text that is valid UTF-8 token by token; comments are skipped.
class Lexer {
 public:
  /// Decoded strings go to `arena`. Both must outlive the tokens.
  Lexer(std::string_view source, Arena& arena) : source_(source), arena_(arena) {}

  /// The token at or after byte `position`. Throws SyntaxError.
  Token next(std::size_t position);

 private:
  char at(std::size_t i) const { return i < source_.size() ? source_[i] : '\0'; }
  bool is_end(std::size_t i) const { return i >= source_.size(); }

  Token read_number(std::size_t start) const;
  std::size_t read_digits(std::size_t position) const;
  Token read_string(std::size_t start);
  /// Decodes the escape sequence at `position` onto `value`; returns the byte after it.
  std::size_t read_escape(std::size_t position, std::string& value) const;
  std::size_t read_fixed_unicode(std::size_t position, std::string& value) const;
  std::size_t read_braced_unicode(std::size_t position, std::string& value) const;
  Token read_block_string(std::size_t start);
  /// What stands at `position`, for messages: `"x"`, `U+1F600`, `<EOF>`.
  std::string describe_character(std::size_t position) const;
  /// `units` UTF-16 code units from `position` on, whole characters only.
  std::string_view excerpt(std::size_t position, std::size_t units) const;
  [[noreturn]] void fail_unexpected(std::size_t position) const;

  std::string_view source_;
  Arena& arena_;
};

}  // namespace storey::graphql
