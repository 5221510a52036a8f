#include "io/xyz/decimal_mark.h"

#include <algorithm>
#include <cstddef>

#include "io/xyz/text_scan.h"

namespace storey::xyz {
namespace {

bool holds_numbers_only(std::string_view line) {
  return line.find_first_of("0123456789") != std::string_view::npos &&
         line.find_first_not_of("0123456789+-.,;eE \t\"") == std::string_view::npos;
}

/// Whether the line reads well with decimal commas: at least three fields between semicolons or blanks, with
/// at most one comma each, between digits.
bool allows_decimal_commas(std::string_view line) {
  std::size_t fields = 0;
  std::size_t commas_in_field = 0;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    const bool at_end = i == line.size();
    if (!at_end && line[i] == ',') {
      const bool between_digits =
          i > 0 && i + 1 < line.size() && is_digit(line[i - 1]) && is_digit(line[i + 1]);
      if (!between_digits || ++commas_in_field > 1) return false;
    } else if (at_end || line[i] == ';' || is_blank(line[i])) {
      if (i > 0 && is_digit(line[i - 1])) ++fields;
      commas_in_field = 0;
    }
  }
  return fields >= 3;
}

/// Whether commas alone separate an even number (six at least) of unsigned digit groups, of which a second
/// one has a leading zero, as in "1,50,2,05,3,75": such a group is a fraction, no column.
bool looks_ambiguous(std::string_view line) {
  if (line.find_first_of(";.eE \t\"") != std::string_view::npos) return false;
  const auto commas = static_cast<std::size_t>(std::count(line.begin(), line.end(), ','));
  if (commas < 5 || commas % 2 == 0) return false;
  bool leading_zero = false;
  for (std::size_t begin = 0, index = 0; begin < line.size(); ++index) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    const std::string_view field = line.substr(begin, end - begin);
    if (index % 2 == 1 && (field.empty() || !is_digit(field[0]))) return false;
    leading_zero = leading_zero || (index % 2 == 1 && field.size() > 1 && field[0] == '0');
    begin = end + 1;
  }
  return leading_zero;
}

}  // namespace

DecimalMark find_decimal_mark(std::string_view text) {
  bool any_comma = false;
  bool comma_possible = true;
  bool ambiguous = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!holds_numbers_only(line) || line.find_first_of(",;. \t") == std::string_view::npos) continue;
    if (line.find('.') != std::string_view::npos) return DecimalMark::kPoint;
    any_comma = any_comma || line.find(',') != std::string_view::npos;
    comma_possible = comma_possible && allows_decimal_commas(line);
    ambiguous = ambiguous || looks_ambiguous(line);
  }
  if (any_comma && comma_possible) return DecimalMark::kComma;
  return ambiguous ? DecimalMark::kAmbiguous : DecimalMark::kPoint;
}

}  // namespace storey::xyz
