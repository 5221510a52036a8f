// Tokens of a GraphQL document (specification, section 2.1).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "graphql/arena.h"
#include "graphql/ast.h"
#include "graphql/characters.h"

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

/// What a character can start: a punctuator of its own, as a TokenKind, or one of those behind.
enum class CharacterClass : std::uint8_t { kIgnored = 100, kNameStart, kOther };

inline constexpr auto kCharacterClasses = [] {
  std::array<CharacterClass, 256> table{};
  table.fill(CharacterClass::kOther);
  for (int c = 0; c < 128; ++c) {
    if (is_name_start(static_cast<char>(c))) table[c] = CharacterClass::kNameStart;
    if (is_ignored(static_cast<char>(c))) table[c] = CharacterClass::kIgnored;
  }
  constexpr std::pair<unsigned char, TokenKind> kPunctuators[] = {
      {'!', TokenKind::kBang},     {'$', TokenKind::kDollar}, {'&', TokenKind::kAmp},
      {'(', TokenKind::kParenL},   {')', TokenKind::kParenR}, {':', TokenKind::kColon},
      {'=', TokenKind::kEquals},   {'@', TokenKind::kAt},     {'[', TokenKind::kBracketL},
      {']', TokenKind::kBracketR}, {'{', TokenKind::kBraceL}, {'|', TokenKind::kPipe},
      {'}', TokenKind::kBraceR}};
  for (const auto& [c, kind] : kPunctuators) table[c] = static_cast<CharacterClass>(kind);
  return table;
}();

/// The text does not follow the grammar. Thrown inside of the parser only; parse() turns it into a value.
struct SyntaxError {
  ast::Offset position = 0;
  std::string message;
};

/// So many zero bytes have to follow the text that a Lexer reads, which looks at several characters at once.
inline constexpr std::size_t kLexerPadding = kRunLength;

/// Reads a text that is valid UTF-8 token by token; comments are skipped.
class Lexer {
 public:
  /// Decoded strings go to `arena`. Both must outlive the tokens. kLexerPadding zero bytes follow the text.
  Lexer(std::string_view source, Arena& arena) : source_(source), arena_(arena) {}

  /// Sets `token` to the token at or after byte `position`. Throws SyntaxError.
  [[gnu::always_inline]] void next(std::size_t position, Token& token) {
    const char* text = source_.data() + position;
    while (true) {
      const CharacterClass kind = kCharacterClasses[static_cast<unsigned char>(*text)];
      if (kind == CharacterClass::kIgnored) {
        ++text;
        if (*text == ' ') text += count_ignored_characters(text);  // most likely an indented line
        continue;
      }
      const std::size_t start = static_cast<std::size_t>(text - source_.data());
      if (kind == CharacterClass::kNameStart) {
        const char* end = text;
        std::size_t count = 0;
        do {
          count = count_name_characters(end);
          end += count;
        } while (count == kRunLength);
        token.kind = TokenKind::kName;
        token.start = static_cast<ast::Offset>(start);
        token.end = static_cast<ast::Offset>(end - source_.data());
        token.value = {text, static_cast<std::size_t>(end - text)};
        return;
      }
      if (kind == CharacterClass::kOther) {
        const std::size_t end = skip_ignored(start);
        if (end == start) {
          return read_other(start, token);
        }
        text = source_.data() + end;
        continue;
      }
      token.kind = static_cast<TokenKind>(kind);
      token.start = static_cast<ast::Offset>(start);
      token.end = token.start + 1;
      token.value = {};
      return;
    }
  }

 private:
  char at(std::size_t i) const { return i < source_.size() ? source_[i] : '\0'; }
  bool is_end(std::size_t i) const { return i >= source_.size(); }

  /// The byte after the comment or byte order mark at `position`, or `position` if there is none.
  std::size_t skip_ignored(std::size_t position) const;
  /// The token at `position`, which is neither a name nor a punctuator of one character.
  void read_other(std::size_t position, Token& token);
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
