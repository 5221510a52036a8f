// Syntax tree to text, in the one canonical layout.
#pragma once

#include <string>
#include <string_view>

#include "graphql/ast.h"

namespace storey::graphql {

/// All definitions, with a blank line between. parse() of the result gives an equal tree.
std::string print(const ast::List<ast::Definition>& definitions);
std::string print(const ast::Definition& definition);
std::string print(const ast::Value& value);
std::string print(const ast::TypeNode& type);

/// `text` as a string literal with its quotes and escapes.
std::string print_string(std::string_view text);

/// `text` as a description: a block string where one can hold it, a string literal elsewhere.
std::string print_description(std::string_view text);

}  // namespace storey::graphql
