// Block strings: the value of one, and the way to write one (specification, section 2.9.4).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace storey::graphql {

/// The value of a block string from its raw lines: common indentation and blank first and last lines go.
std::string block_string_value(const std::vector<std::string_view>& raw_lines);

/// Whether a block string can hold `value` such that reading it back gives `value`.
bool is_printable_as_block_string(std::string_view value);

/// `value` as a block string, with its quotes.
std::string print_block_string(std::string_view value);

}  // namespace storey::graphql
