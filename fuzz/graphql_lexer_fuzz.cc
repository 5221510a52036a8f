// Any bytes that are UTF-8 are tokens or a syntax error, and every token is a piece of the text.
#include <cstddef>
#include <cstdint>
#include <string>

#include "graphql/lexer.h"
#include "graphql/source.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace storey::graphql;
  std::string padded(reinterpret_cast<const char*>(data), size);
  padded.append(kLexerPadding, '\0');
  const std::string_view text(padded.data(), size);
  if (find_invalid_utf8(text) != std::string_view::npos) return 0;
  Arena arena;
  Lexer lexer(text, arena);
  try {
    Token token;
    bool is_first = true;
    do {
      const ast::Offset last = token.start;
      lexer.next(token);
      if (token.start > size || token.start + token.value.size() > size) __builtin_trap();
      const bool is_end = token.kind == TokenKind::kEndOfFile;
      if (is_end ? token.start != size : !is_first && token.start <= last) __builtin_trap();
      is_first = false;
      describe(token);
    } while (token.kind != TokenKind::kEndOfFile);
  } catch (const SyntaxError& error) {
    if (error.position > size || error.message.empty()) __builtin_trap();
    LineIndex(text).locate(error.position);
  }
  return 0;
}
