#include "io/xyz/detect_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "io/xyz/column_names.h"
#include "io/xyz/decimal_mark.h"
#include "io/xyz/guess_columns.h"
#include "io/xyz/known_formats.h"
#include "io/xyz/line_parser.h"

namespace storey::xyz {
namespace {

// The first point must be within this much of the file; exporters write some lines of header at most.
constexpr std::uint64_t kHeadBytes = 1 << 20;
constexpr int kMostTextLines = 32;

// What columns and scales are judged by.
constexpr std::uint64_t kPlaces = 16;
constexpr std::uint64_t kPlaceBytes = std::uint64_t{16} * 1024;
constexpr std::size_t kRowsPerPlace = 250;

/// A piece of the file, followed by line ends as the scanning functions need them.
struct Piece {
  std::string bytes;
  std::size_t size = 0;

  const char* begin() const { return bytes.data(); }
  const char* end() const { return bytes.data() + size; }
  std::string_view text() const { return {bytes.data(), size}; }
};

Result<Piece> read_piece(const InputFile& file, std::uint64_t offset, std::uint64_t length) {
  Piece piece;
  piece.size = static_cast<std::size_t>(std::min(length, file.size() - offset));
  piece.bytes.resize(piece.size);
  const Result<std::size_t> got = file.read_at(offset, piece.bytes.data(), piece.size);
  if (!got) return tl::unexpected(got.error());
  piece.size = *got;
  piece.bytes.resize(piece.size);
  piece.bytes.append(kTextPadding, '\n');
  return piece;
}

/// Every field of a line as a number, NaN where it is none.
struct Row {
  std::vector<double> values;
  std::vector<bool> numeric;

  bool is_numeric(std::size_t i) const { return i < numeric.size() && numeric[i]; }
};

Row parse_row(const char* line, const Dialect& dialect) {
  Row row;
  for (const char* p = skip_blanks(line); !is_line_end(*p) && row.values.size() < kMostColumns;) {
    double value = 0;
    const char* end = parse_number(p, dialect, value);
    row.numeric.push_back(end != nullptr);
    row.values.push_back(end ? value : std::numeric_limits<double>::quiet_NaN());
    p = skip_separator(end ? end : skip_field(p, dialect), dialect);
  }
  return row;
}

bool holds_point(const Row& row, const std::vector<Column>& named) {
  if (row.is_numeric(0) && row.is_numeric(1) && row.is_numeric(2)) return true;
  for (const Column column : {Column::kX, Column::kY, Column::kZ}) {
    const auto found = std::find(named.begin(), named.end(), column);
    if (found == named.end() || !row.is_numeric(static_cast<std::size_t>(found - named.begin())))
      return false;
  }
  return true;
}

/// PTX (Leica): columns and rows of the grid, scanner position and axes, a 4×4 matrix, then points in the
/// frame of the scanner. Read as XYZ they would come out in a wrong place.
bool is_ptx(const Piece& head) {
  constexpr std::size_t kFields[] = {1, 1, 3, 3, 3, 3, 4, 4, 4, 4};
  const char* line = head.begin();
  for (const std::size_t fields : kFields) {
    if (line >= head.end() || count_fields(line, Dialect()) != fields ||
        !parse_row(line, Dialect()).is_numeric(0))
      return false;
    line = after_line_end(find_line_end(line));
  }
  return true;
}

Error wrong_format(const InputFile& file, std::string message, std::string remedy, std::string place = {}) {
  return {ErrorCode::kWrongFormat, std::move(message), file.name(), std::move(place), std::move(remedy)};
}

Result<void> refuse_other_formats(const InputFile& file, const Piece& head) {
  if (const auto format = recognise_other_format(head.text().substr(0, 4096)))
    return fail(wrong_format(file, "this is " + format->name + ", not E57 or XYZ text", format->remedy));
  if (is_ptx(head))
    return fail(wrong_format(file,
                             "this is a PTX cloud, whose points still need its matrices, not E57 or XYZ text",
                             "export the cloud as E57 or XYZ"));
  return {};
}

/// The lines of `text` that end within `length`; a line that is cut off would read as something else.
std::string_view whole_lines(std::string_view text, std::size_t length) {
  if (text.size() <= length) return text;
  const std::size_t last = text.find_last_of("\r\n", length - 1);
  return text.substr(0, last == std::string_view::npos ? length : last + 1);
}

/// What stands before the first point.
struct Preamble {
  std::vector<Column> named;  ///< by the last line that names columns
  int text_lines = 0;
  std::uint64_t first_text_line = 0;
  std::string first_text;
};

Error no_point_found(const InputFile& file, const Preamble& preamble) {
  if (preamble.text_lines == 0)
    return {ErrorCode::kNoPoints, "holds no points", file.name(), {}, "export the cloud again"};
  return wrong_format(file,
                      "no line begins with three numbers; this one reads \"" + preamble.first_text + "\"",
                      "give text with a point per line: x y z [intensity] [r g b]",
                      "line " + std::to_string(preamble.first_text_line));
}

/// Goes on to the first line that holds a point and sets `layout` to begin there.
Result<Preamble> read_preamble(const InputFile& file, const Piece& head, Layout& layout) {
  Preamble preamble;
  const bool has_mark = head.text().starts_with("\xef\xbb\xbf");
  for (const char* line = head.begin() + (has_mark ? 3 : 0);
       line < head.end() && preamble.text_lines <= kMostTextLines; ++layout.first_line) {
    layout.data_begin = static_cast<std::uint64_t>(line - head.begin());
    const char* const line_end = find_line_end(line);
    const std::string_view text(line, line_end);
    std::uint64_t count = 0;
    const LineKind kind = classify_line(line, count);
    if (kind == LineKind::kOther && holds_point(parse_row(line, layout.dialect), preamble.named))
      return preamble;
    if (kind == LineKind::kCount) {
      layout.has_counts = true;
      layout.declared_points += count;
    } else if (kind != LineKind::kBlank) {
      std::vector<Column> named = columns_named_by(text.substr(0, 4096));
      if (kind == LineKind::kOther && named.empty() && preamble.text_lines++ == 0) {
        preamble.first_text_line = layout.first_line;
        preamble.first_text = excerpt(text);
      }
      if (!named.empty()) preamble.named = std::move(named);
    }
    line = after_line_end(line_end);
  }
  return fail(no_point_found(file, preamble));
}

struct Sample {
  std::vector<Row> rows;
  std::uint64_t lines = 0;
  std::uint64_t bytes = 0;
};

void sample_piece(const Piece& piece, bool starts_with_line, bool reaches_end, const Layout& layout,
                  const std::vector<Column>& named, Sample& sample) {
  const char* line = starts_with_line ? piece.begin() : after_line_end(find_line_end(piece.begin()));
  for (std::size_t rows = 0; line < piece.end() && rows < kRowsPerPlace;) {
    const char* const line_end = find_line_end(line);
    if (line_end >= piece.end() && !reaches_end) break;
    Row row = parse_row(line, layout.dialect);
    if (holds_point(row, named)) {
      sample.rows.push_back(std::move(row));
      ++rows;
    }
    ++sample.lines;
    const char* const next = after_line_end(line_end);
    sample.bytes += static_cast<std::uint64_t>(next - line);
    line = next;
  }
}

/// `head` holds the beginning of the file, and the first point.
Result<Sample> sample_rows(const InputFile& file, const Piece& head, const Layout& layout,
                           const std::vector<Column>& named) {
  // The first point is in any case, should all others be on lines that are longer than a piece.
  const char* const first_line = head.begin() + layout.data_begin;
  Sample sample;
  sample.rows.push_back(parse_row(first_line, layout.dialect));
  sample.lines = 1;
  sample.bytes = static_cast<std::uint64_t>(after_line_end(find_line_end(first_line)) - first_line);
  const std::uint64_t span = file.size() - layout.data_begin;
  const std::uint64_t places = span > kPlaces * kPlaceBytes ? kPlaces : 1;
  for (std::uint64_t i = 0; i < places; ++i) {
    const std::uint64_t offset = layout.data_begin + span / places * i;
    const Result<Piece> piece = read_piece(file, offset, kPlaceBytes);
    if (!piece) return tl::unexpected(piece.error());
    sample_piece(*piece, i == 0, offset + piece->size >= file.size(), layout, named, sample);
  }
  return sample;
}

/// The number of fields that most rows have; rows with another number are dropped.
SampleRows most_common_rows(std::vector<Row> rows) {
  std::map<std::size_t, std::size_t> frequency;
  for (const Row& row : rows) ++frequency[row.values.size()];
  const auto most = std::max_element(frequency.begin(), frequency.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  SampleRows kept;
  for (Row& row : rows)
    if (row.values.size() == most->first) kept.push_back(std::move(row.values));
  return kept;
}

/// The header's names win where they fit the data: as many names as columns, or x y z in front.
std::vector<Column> decide_columns(const SampleRows& rows, std::vector<Column> named) {
  const std::size_t n = rows.front().size();
  const bool xyz_first =
      named.size() >= 3 && named[0] == Column::kX && named[1] == Column::kY && named[2] == Column::kZ;
  if (named.size() == n && !(xyz_first && n == 3)) return named;
  if (!xyz_first || named.size() == 3) return guess_columns(rows);
  named.resize(n, Column::kSkip);
  return named;
}

char separator_of(std::string_view line, const Dialect& dialect) {
  for (const char c : {';', ',', '\t'})
    if (c != dialect.decimal() && line.find(c) != std::string_view::npos) return c;
  return ' ';
}

}  // namespace

Result<Layout> detect_layout(const InputFile& file) {
  if (file.size() == 0)
    return fail({ErrorCode::kNoPoints, "is empty", file.name(), {}, "export the cloud again"});
  const Result<Piece> head = read_piece(file, 0, kHeadBytes);
  if (!head) return tl::unexpected(head.error());
  if (const auto other = refuse_other_formats(file, *head); !other) return tl::unexpected(other.error());

  Layout layout;
  const DecimalMark mark = find_decimal_mark(whole_lines(head->text(), kPlaceBytes));
  if (mark == DecimalMark::kAmbiguous)
    return fail(wrong_format(file, "numbers have decimal commas, and commas between them as well",
                             "export with decimal points, or with semicolons between the numbers"));
  layout.dialect = Dialect(mark == DecimalMark::kComma ? ',' : '.');

  const Result<Preamble> preamble = read_preamble(file, *head, layout);
  if (!preamble) return tl::unexpected(preamble.error());
  const char* const first_line = head->begin() + layout.data_begin;
  layout.separator = separator_of({first_line, find_line_end(first_line)}, layout.dialect);

  Result<Sample> sample = sample_rows(file, *head, layout, preamble->named);
  if (!sample) return tl::unexpected(sample.error());
  layout.mean_line_bytes = static_cast<double>(sample->bytes) / static_cast<double>(sample->lines);
  const SampleRows rows = most_common_rows(std::move(sample->rows));
  layout.columns = decide_columns(rows, preamble->named);
  set_scales(rows, layout);
  return layout;
}

}  // namespace storey::xyz
