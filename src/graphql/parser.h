// Text to syntax tree (specification, section 2 and 3 and appendix B).
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>
#include <tl/expected.hpp>

#include "graphql/arena.h"
#include "graphql/ast.h"
#include "graphql/error.h"

namespace storey::graphql {

/// A parsed document with the memory of its tree.
struct Document {
  /// `source_size`: length of the text that it is for; memory for its tree is set aside.
  explicit Document(std::size_t source_size)
      : arena(std::clamp<std::size_t>(16 * source_size, 1024, 65536)) {}

  Arena arena;
  std::string_view source;  ///< its own copy of the text, UTF-8
  ast::List<ast::Definition> definitions;
  std::size_t token_count = 0;
  std::uint32_t selection_count = 0;  ///< one more than the highest Selection::index
};

struct ParseOptions {
  std::size_t max_tokens = 0;   ///< comments are not counted; 0: no bound
  std::size_t max_depth = 200;  ///< of nested selection sets, values and types: bounds the parser's recursion
  /// Whether `{}` is a selection set. The grammar of the specification has at least one selection.
  bool allow_empty_selection_sets = false;
};

/// Parses executable documents and schema documents alike. The error is a syntax error with its place.
tl::expected<std::unique_ptr<Document>, GraphqlError> parse(std::string_view source,
                                                            const ParseOptions& options = {});

/// Parses one value literal, `{a: [1, $x]}`. The document has no definitions and owns the value.
struct ParsedValue {
  std::unique_ptr<Document> document;
  const ast::Value* value = nullptr;
};
tl::expected<ParsedValue, GraphqlError> parse_value(std::string_view source,
                                                    const ParseOptions& options = {});

}  // namespace storey::graphql
