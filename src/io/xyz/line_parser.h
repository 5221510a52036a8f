// One line of a text cloud: which of its fields are what, and what kind of line it is if it holds no point.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "io/xyz/layout.h"
#include "io/xyz/parse_number.h"

namespace storey::xyz {

/// Columns beyond these are not looked at.
inline constexpr std::size_t kMostColumns = 64;

using FieldValues = std::array<double, kMostColumns>;

/// Past the separator that follows a field: blanks with at most one delimiter among them.
inline const char* skip_separator(const char* p, const Dialect& dialect) {
  p = skip_blanks(p);
  if (dialect.is_delimiter(*p)) p = skip_blanks(p + 1);
  return p;
}

/// Past a field that is no number.
inline const char* skip_field(const char* p, const Dialect& dialect) {
  while (!dialect.ends_field(*p)) ++p;
  return p;
}

/// Number of fields of the line at `line`, at most kMostColumns.
std::size_t count_fields(const char* line, const Dialect& dialect);

enum class LineKind { kBlank, kComment, kCount, kOther };

/// What a line without coordinates is. `count` is set for kCount: a line of nothing but one whole number.
LineKind classify_line(const char* line, std::uint64_t& count);

}  // namespace storey::xyz
