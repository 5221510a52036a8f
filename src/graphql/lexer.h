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
  std::string_view value;  ///< names and numbers as written, strings decoded
};

/// As error messages name it: `Name "foo"`.
std::string describe(const Token& token);

/// The kind of token that a character starts, if that is a name or a punctuator of one character; else
/// kOther.
enum class CharacterClass : std::uint8_t {
  kNameStart = static_cast<std::uint8_t>(TokenKind::kName),
  kOther = 100
};

inline constexpr auto kCharacterClasses = [] {
  std::array<CharacterClass, 256> table{};
  table.fill(CharacterClass::kOther);
  for (int c = 0; c < 128; ++c) {
    if (is_name_start(static_cast<char>(c))) table[c] = CharacterClass::kNameStart;
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
inline constexpr std::size_t kLexerPadding = kBlockLength;

/// Reads a text that is valid UTF-8 token by token; comments are skipped. A copy goes on from the same place.
class Lexer {
 public:
  /// Decoded strings go to `arena`. Both must outlive the tokens. kLexerPadding zero bytes follow the text.
  Lexer(std::string_view source, Arena& arena) : source_(source), arena_(arena) { enter_block(0); }

  /// Sets `token` to the next token; after the last one that is the end of the file, again and again. Throws
  /// SyntaxError.
  [[gnu::always_inline]] void next(Token& token) {
    if (starts_ == 0 || !read_simple(token)) read_slowly(token);
  }

 private:
  /// A character of the text, or zero where it has ended: not for more than kLexerPadding behind its end.
  char at(std::size_t i) const { return source_.data()[i]; }
  bool is_end(std::size_t i) const { return i >= source_.size(); }

  /// Reads the next token of this block, if it is a name that ends here or a punctuator of one character.
  /// Most are: this takes no more than a few instructions.
  [[gnu::always_inline]] bool read_simple(Token& token) {
    const auto offset = static_cast<unsigned>(std::countr_zero(starts_));
    const std::size_t start = block_begin_ + offset;
    const CharacterClass kind = kCharacterClasses[static_cast<unsigned char>(source_.data()[start])];
    if (kind == CharacterClass::kOther) return false;
    std::size_t end = start + 1;
    if (kind == CharacterClass::kNameStart) {
      const std::uint64_t others = ~names_ >> offset;
      if (others == 0) return false;
      end = start + static_cast<unsigned>(std::countr_zero(others));
    }
    starts_ &= starts_ - 1;
    token.kind = static_cast<TokenKind>(kind);
    token.start = static_cast<ast::Offset>(start);
    token.value = {source_.data() + start, end - start};
    return true;
  }
  void read_slowly(Token& token);
  void enter_block(std::size_t begin);
  /// Goes on at `position`, which is behind the present token.
  void seek(std::size_t position);
  /// The byte after the comment or byte order mark at `position`, or `position` if there is none.
  std::size_t skip_ignored(std::size_t position) const;
  /// Reads the token at `position`, of any kind but a punctuator of one character; returns the byte after it.
  /// So do those below.
  std::size_t read_other(std::size_t position, Token& token);
  std::size_t read_name(std::size_t start, Token& token) const;
  std::size_t read_number(std::size_t start, Token& token) const;
  std::size_t read_digits(std::size_t position) const;
  std::size_t read_string(std::size_t start, Token& token);
  /// Decodes the escape sequence at `position` onto `value`; returns the byte after it.
  std::size_t read_escape(std::size_t position, std::string& value) const;
  std::size_t read_fixed_unicode(std::size_t position, std::string& value) const;
  std::size_t read_braced_unicode(std::size_t position, std::string& value) const;
  std::size_t read_block_string(std::size_t start, Token& token);
  /// What stands at `position`, for messages: `"x"`, `U+1F600`, `<EOF>`.
  std::string describe_character(std::size_t position) const;
  /// `units` UTF-16 code units from `position` on, whole characters only.
  std::string_view excerpt(std::size_t position, std::size_t units) const;
  [[noreturn]] void fail_unexpected(std::size_t position) const;

  std::string_view source_;
  Arena& arena_;
  std::size_t block_begin_ = 0;
  std::uint64_t names_ = 0;   ///< of the present block: see CharacterMasks
  std::uint64_t starts_ = 0;  ///< of the present block: where tokens can start that have not been read
};

}  // namespace storey::graphql
