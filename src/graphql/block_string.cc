#include "graphql/block_string.h"

#include <algorithm>
#include <limits>

#include "graphql/characters.h"
#include "graphql/source.h"

namespace storey::graphql {
namespace {

/// A value longer than this goes on a line of its own.
constexpr std::size_t kLongestInline = 70;

std::size_t leading_white_space(std::string_view line) {
  std::size_t i = 0;
  while (i < line.size() && is_white_space(line[i])) ++i;
  return i;
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\n' && text[i] != '\r') continue;
    lines.push_back(text.substr(start, i - start));
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
    start = i + 1;
  }
  lines.push_back(text.substr(start));
  return lines;
}

std::string escape_triple_quotes(std::string_view value) {
  std::string escaped;
  escaped.reserve(value.size());
  for (std::size_t i = 0; i < value.size();) {
    if (value.substr(i, 3) == "\"\"\"") {
      escaped += "\\\"\"\"";
      i += 3;
    } else {
      escaped += value[i++];
    }
  }
  return escaped;
}

}  // namespace

std::string block_string_value(const std::vector<std::string_view>& raw_lines) {
  std::size_t common_indent = std::numeric_limits<std::size_t>::max();
  std::size_t first = raw_lines.size();
  std::size_t last = 0;
  for (std::size_t i = 0; i < raw_lines.size(); ++i) {
    const std::size_t indent = leading_white_space(raw_lines[i]);
    if (indent == raw_lines[i].size()) continue;
    first = std::min(first, i);
    last = i;
    if (i != 0) common_indent = std::min(common_indent, indent);
  }
  std::string value;
  for (std::size_t i = first; i < raw_lines.size() && i <= last; ++i) {
    if (i != first) value += '\n';
    const std::string_view line = raw_lines[i];
    value += i == 0 ? line : line.substr(std::min(common_indent, line.size()));
  }
  return value;
}

bool is_printable_as_block_string(std::string_view value) {
  if (value.empty()) return true;
  bool is_empty_line = true;
  bool has_indent = false;
  bool has_common_indent = true;
  bool seen_non_empty_line = false;
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      if (is_empty_line && !seen_non_empty_line) return false;
      seen_non_empty_line = true;
      is_empty_line = true;
      has_indent = false;
    } else if (is_white_space(c)) {
      has_indent = has_indent || is_empty_line;
    } else if (byte < 0x10) {
      return false;
    } else {
      has_common_indent = has_common_indent && has_indent;
      is_empty_line = false;
    }
  }
  return !is_empty_line && !(has_common_indent && seen_non_empty_line);
}

std::string print_block_string(std::string_view value) {
  const std::string escaped = escape_triple_quotes(value);
  const std::vector<std::string_view> lines = split_lines(escaped);
  const bool is_single_line = lines.size() == 1;
  const bool force_leading_line =
      !is_single_line && std::all_of(lines.begin() + 1, lines.end(), [](std::string_view line) {
        return line.empty() || is_white_space(line[0]);
      });
  const bool has_trailing_triple_quotes = escaped.ends_with("\\\"\"\"");
  const bool force_trailing_line =
      (value.ends_with('"') && !has_trailing_triple_quotes) || value.ends_with('\\');
  const bool print_on_several_lines = !is_single_line || utf16_length(value) > kLongestInline ||
                                      force_trailing_line || force_leading_line || has_trailing_triple_quotes;
  const bool skip_leading_line = is_single_line && !value.empty() && is_white_space(value[0]);

  std::string result = "\"\"\"";
  if ((print_on_several_lines && !skip_leading_line) || force_leading_line) result += '\n';
  result += escaped;
  if (print_on_several_lines || force_trailing_line) result += '\n';
  return result + "\"\"\"";
}

}  // namespace storey::graphql
