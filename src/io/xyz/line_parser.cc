#include "io/xyz/line_parser.h"

#include <charconv>

namespace storey::xyz {

std::size_t count_fields(const char* line, const Dialect& dialect) {
  const char* p = skip_blanks(line);
  std::size_t fields = 0;
  while (!is_line_end(*p) && fields < kMostColumns) {
    ++fields;
    p = skip_separator(skip_field(p, dialect), dialect);
  }
  return fields;
}

LineKind classify_line(const char* line, std::uint64_t& count) {
  const char* p = skip_blanks(line);
  if (is_line_end(*p)) return LineKind::kBlank;
  if (*p == '#' || (p[0] == '/' && p[1] == '/')) return LineKind::kComment;
  const char* end = p;
  while (is_digit(*end)) ++end;
  if (end == p || !is_line_end(*skip_blanks(end))) return LineKind::kOther;
  const bool fits = std::from_chars(p, end, count).ec == std::errc();
  return fits ? LineKind::kCount : LineKind::kOther;
}

}  // namespace storey::xyz
