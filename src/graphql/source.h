// From byte offsets to lines and columns.
#pragma once

#include <string_view>
#include <vector>

#include "graphql/ast.h"
#include "graphql/error.h"

namespace storey::graphql {

/// Line and column of offsets of one text. Building it reads the text once; a look-up costs O(log lines).
class LineIndex {
 public:
  explicit LineIndex(std::string_view source);

  Location locate(ast::Offset offset) const;

 private:
  /// UTF-16 code units in the first `offset` bytes.
  std::size_t utf16_offset(std::size_t offset) const;

  std::string_view source_;
  std::vector<std::size_t> line_starts_;
  std::vector<std::size_t> checkpoints_;  ///< UTF-16 length of every kStride bytes; empty for ASCII
};

/// Number of UTF-16 code units of a UTF-8 text.
std::size_t utf16_length(std::string_view text);

/// Offset of the first byte that is not part of a valid UTF-8 sequence; npos if there is none.
std::size_t find_invalid_utf8(std::string_view text);

}  // namespace storey::graphql
