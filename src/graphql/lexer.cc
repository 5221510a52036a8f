#include "graphql/lexer.h"

#include <bit>
#include <cstdio>

#include "graphql/block_string.h"
#include "graphql/characters.h"

namespace storey::graphql {
namespace {

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

bool is_leading_surrogate(int code) { return code >= 0xD800 && code <= 0xDBFF; }
bool is_trailing_surrogate(int code) { return code >= 0xDC00 && code <= 0xDFFF; }
bool is_scalar_value(long code) {
  return (code >= 0 && code < 0xD800) || (code > 0xDFFF && code <= 0x10FFFF);
}

std::size_t utf8_sequence_length(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

/// The character at the start of valid UTF-8.
std::uint32_t decode_utf8(std::string_view text) {
  const std::size_t length = utf8_sequence_length(text[0]);
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
  };
  if (length == 1) return byte(0);
  std::uint32_t code = byte(0) & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) code = code << 6 | (byte(i) & 0x3F);
  return code;
}

Token make_token(TokenKind kind, std::size_t start, std::string_view value = {}) {
  return {kind, static_cast<ast::Offset>(start), value};
}

[[noreturn]] void fail(std::size_t position, std::string message) {
  throw SyntaxError{static_cast<ast::Offset>(position), std::move(message)};
}

}  // namespace

std::string describe(TokenKind kind) {
  switch (kind) {
    case TokenKind::kStartOfFile:
      return "<SOF>";
    case TokenKind::kEndOfFile:
      return "<EOF>";
    case TokenKind::kBang:
      return "\"!\"";
    case TokenKind::kDollar:
      return "\"$\"";
    case TokenKind::kAmp:
      return "\"&\"";
    case TokenKind::kParenL:
      return "\"(\"";
    case TokenKind::kParenR:
      return "\")\"";
    case TokenKind::kSpread:
      return "\"...\"";
    case TokenKind::kColon:
      return "\":\"";
    case TokenKind::kEquals:
      return "\"=\"";
    case TokenKind::kAt:
      return "\"@\"";
    case TokenKind::kBracketL:
      return "\"[\"";
    case TokenKind::kBracketR:
      return "\"]\"";
    case TokenKind::kBraceL:
      return "\"{\"";
    case TokenKind::kPipe:
      return "\"|\"";
    case TokenKind::kBraceR:
      return "\"}\"";
    case TokenKind::kName:
      return "Name";
    case TokenKind::kInt:
      return "Int";
    case TokenKind::kFloat:
      return "Float";
    case TokenKind::kString:
      return "String";
    case TokenKind::kBlockString:
      return "BlockString";
  }
  return {};
}

std::string describe(const Token& token) {
  std::string text = describe(token.kind);
  if (token.kind >= TokenKind::kName) text.append(" \"").append(token.value).append("\"");
  return text;
}

// Where tokens start is a matter of counting bits. With a branch for each character, wrong guesses of the
// processor would take most of the time.
void Lexer::enter_block(std::size_t begin) {
  const CharacterMasks masks = classify_block(source_.data() + begin);
  const std::uint64_t is_within_name = begin != 0 && is_name_continue(source_.data()[begin - 1]) ? 1 : 0;
  block_begin_ = begin;
  names_ = masks.names;
  starts_ = ~masks.ignored & ~(masks.names & (masks.names << 1 | is_within_name));
}

void Lexer::seek(std::size_t position) {
  if (position - block_begin_ >= kBlockLength) enter_block(position - position % kBlockLength);
  starts_ &= ~std::uint64_t{0} << (position - block_begin_);
}

void Lexer::read_slowly(Token& token) {
  while (true) {
    if (starts_ == 0) {
      do enter_block(block_begin_ + kBlockLength);
      while (starts_ == 0);
      if (read_simple(token)) return;
    }
    const std::size_t start = block_begin_ + static_cast<std::size_t>(std::countr_zero(starts_));
    const std::size_t after = skip_ignored(start);
    if (after == start) {
      return seek(read_other(start, token));
    }
    seek(after);
    if (starts_ != 0 && read_simple(token)) return;
  }
}

std::size_t Lexer::skip_ignored(std::size_t position) const {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // ignored wherever it stands
  if (at(position) == kByteOrderMark[0] && source_.substr(position, 3) == kByteOrderMark) return position + 3;
  if (at(position) != '#') return position;
  while (!is_end(position) && source_[position] != '\n' && source_[position] != '\r') ++position;
  return position;
}

std::size_t Lexer::read_other(std::size_t position, Token& token) {
  const char c = at(position);
  if (is_name_start(c)) return read_name(position, token);
  if (c == '.' && at(position + 1) == '.' && at(position + 2) == '.') {
    token = make_token(TokenKind::kSpread, position);
    return position + 3;
  }
  if (c == '"') {
    const bool is_block = at(position + 1) == '"' && at(position + 2) == '"';
    return is_block ? read_block_string(position, token) : read_string(position, token);
  }
  if (is_digit(c) || c == '-') return read_number(position, token);
  if (!is_end(position)) fail_unexpected(position);
  token = make_token(TokenKind::kEndOfFile, position);
  return position;
}

std::size_t Lexer::read_name(std::size_t start, Token& token) const {
  std::size_t end = start + 1;
  while (is_name_continue(at(end))) ++end;
  token = make_token(TokenKind::kName, start, source_.substr(start, end - start));
  return end;
}

void Lexer::fail_unexpected(std::size_t position) const {
  if (at(position) == '\'') {
    fail(position, "Unexpected single quote character ('), did you mean to use a double quote (\")?");
  }
  if (at(position) == '.' && at(position + 1) == '.') {
    fail(position, "Unexpected \"..\", did you mean \"...\"?");
  }
  if (at(position) == '.' && is_digit(at(position + 1))) {
    const std::size_t end = read_digits(position + 1);
    fail(position, "Invalid number, expected digit before \".\", did you mean \"0." +
                       std::string(source_.substr(position + 1, end - position - 1)) + "\"?");
  }
  fail(position, "Unexpected character: " + describe_character(position) + ".");
}

std::string Lexer::describe_character(std::size_t position) const {
  if (is_end(position)) return "<EOF>";
  const std::uint32_t code = decode_utf8(source_.substr(position));
  if (code == '"') return "'\"'";
  if (code >= 0x20 && code <= 0x7E) return '"' + std::string(1, static_cast<char>(code)) + '"';
  char text[16];
  std::snprintf(text, sizeof text, "U+%04X", code);
  return text;
}

std::string_view Lexer::excerpt(std::size_t position, std::size_t units) const {
  std::size_t end = position;
  for (std::size_t taken = 0; !is_end(end);) {
    const std::size_t length = utf8_sequence_length(source_[end]);
    taken += length == 4 ? 2 : 1;
    if (taken > units) break;
    end += length;
  }
  return source_.substr(position, end - position);
}

std::size_t Lexer::read_number(std::size_t start, Token& token) const {
  std::size_t position = start;
  bool is_float = false;
  if (at(position) == '-') ++position;
  if (at(position) == '0') {
    ++position;
    if (is_digit(at(position))) {
      fail(position, "Invalid number, unexpected digit after 0: " + describe_character(position) + ".");
    }
  } else {
    position = read_digits(position);
  }
  if (at(position) == '.') {
    is_float = true;
    position = read_digits(position + 1);
  }
  if (at(position) == 'e' || at(position) == 'E') {
    is_float = true;
    ++position;
    if (at(position) == '+' || at(position) == '-') ++position;
    position = read_digits(position);
  }
  if (at(position) == '.' || is_name_start(at(position))) {
    fail(position, "Invalid number, expected digit but got: " + describe_character(position) + ".");
  }
  token = make_token(is_float ? TokenKind::kFloat : TokenKind::kInt, start,
                     source_.substr(start, position - start));
  return position;
}

std::size_t Lexer::read_digits(std::size_t position) const {
  if (!is_digit(at(position))) {
    fail(position, "Invalid number, expected digit but got: " + describe_character(position) + ".");
  }
  while (is_digit(at(position))) ++position;
  return position;
}

std::size_t Lexer::read_string(std::size_t start, Token& token) {
  std::string decoded;
  std::size_t chunk = start + 1;
  for (std::size_t position = chunk; !is_end(position);) {
    const char c = source_[position];
    if (c == '"') {
      const std::string_view tail = source_.substr(chunk, position - chunk);
      const bool verbatim = chunk == start + 1;
      token = make_token(TokenKind::kString, start, verbatim ? tail : arena_.copy(decoded.append(tail)));
      return position + 1;
    }
    if (c == '\n' || c == '\r') fail(position, "Unterminated string.");
    if (c == '\\') {
      decoded += source_.substr(chunk, position - chunk);
      position = read_escape(position, decoded);
      chunk = position;
    } else {
      ++position;
    }
  }
  fail(source_.size(), "Unterminated string.");
}

std::size_t Lexer::read_escape(std::size_t position, std::string& value) const {
  switch (at(position + 1)) {
    case '"':
      value += '"';
      break;
    case '\\':
      value += '\\';
      break;
    case '/':
      value += '/';
      break;
    case 'b':
      value += '\b';
      break;
    case 'f':
      value += '\f';
      break;
    case 'n':
      value += '\n';
      break;
    case 'r':
      value += '\r';
      break;
    case 't':
      value += '\t';
      break;
    case 'u':
      return at(position + 2) == '{' ? read_braced_unicode(position, value)
                                     : read_fixed_unicode(position, value);
    default:
      fail(position, "Invalid character escape sequence: \"" + std::string(excerpt(position, 2)) + "\".");
  }
  return position + 2;
}

std::size_t Lexer::read_fixed_unicode(std::size_t position, std::string& value) const {
  const auto read = [&](std::size_t from) {
    int code = 0;
    for (std::size_t i = from; i < from + 4; ++i) {
      const int digit = hex_digit(at(i));
      if (digit < 0) return -1;
      code = code << 4 | digit;
    }
    return code;
  };
  const int code = read(position + 2);
  if (is_scalar_value(code)) {
    append_utf8(value, static_cast<std::uint32_t>(code));
    return position + 6;
  }
  if (is_leading_surrogate(code) && at(position + 6) == '\\' && at(position + 7) == 'u') {
    const int trailing = read(position + 8);
    if (is_trailing_surrogate(trailing)) {
      append_utf8(value, 0x10000U + (static_cast<std::uint32_t>(code - 0xD800) << 10) +
                             static_cast<std::uint32_t>(trailing - 0xDC00));
      return position + 12;
    }
  }
  fail(position, "Invalid Unicode escape sequence: \"" + std::string(excerpt(position, 6)) + "\".");
}

std::size_t Lexer::read_braced_unicode(std::size_t position, std::string& value) const {
  constexpr std::size_t kLongest = 12;  // \u{ and eight digits and }
  long code = 0;
  std::size_t size = 3;
  while (size < kLongest) {
    const char c = at(position + size++);
    if (c == '}') {
      if (size < 5 || !is_scalar_value(code)) break;
      append_utf8(value, static_cast<std::uint32_t>(code));
      return position + size;
    }
    const int digit = hex_digit(c);
    if (digit < 0) break;
    code = code << 4 | digit;
    if (code > 0x7FFFFFFF) break;
  }
  fail(position, "Invalid Unicode escape sequence: \"" + std::string(excerpt(position, size)) + "\".");
}

std::size_t Lexer::read_block_string(std::size_t start, Token& token) {
  std::vector<std::string_view> lines;
  std::string unescaped;  // of the current line, when it has an escape
  std::size_t chunk = start + 3;
  const auto finish_line = [&](std::size_t end) {
    std::string_view line = source_.substr(chunk, end - chunk);
    if (!unescaped.empty()) {
      line = arena_.copy(unescaped.append(line));
      unescaped.clear();
    }
    lines.push_back(line);
  };
  for (std::size_t position = chunk; !is_end(position);) {
    const char c = source_[position];
    if (c == '"' && source_.substr(position, 3) == "\"\"\"") {
      finish_line(position);
      token = make_token(TokenKind::kBlockString, start, arena_.copy(block_string_value(lines)));
      return position + 3;
    }
    if (c == '\\' && source_.substr(position, 4) == "\\\"\"\"") {
      unescaped.append(source_.substr(chunk, position - chunk)).append("\"\"\"");
      position += 4;
      chunk = position;
    } else if (c == '\n' || c == '\r') {
      finish_line(position);
      position += source_.substr(position, 2) == "\r\n" ? 2 : 1;
      chunk = position;
    } else {
      ++position;
    }
  }
  fail(source_.size(), "Unterminated string.");
}

}  // namespace storey::graphql
