#include "io/xyz/guess_columns.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace storey::xyz {
namespace {

/// Range of the finite values of a column; `whole` if none has a fraction.
struct ColumnRange {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();
  bool whole = true;

  bool empty() const { return least > most; }
  bool within(double low, double high) const { return !empty() && least >= low && most <= high; }
  bool is_byte() const { return whole && within(0, 255); }
};

ColumnRange range_of(const SampleRows& rows, std::size_t column) {
  ColumnRange range;
  for (const auto& row : rows) {
    const double value = row[column];
    if (!std::isfinite(value)) continue;
    range.least = std::min(range.least, value);
    range.most = std::max(range.most, value);
    range.whole = range.whole && value == std::floor(value);
  }
  return range;
}

/// Whether the three columns from `first` on hold unit vectors; rows of zeros are allowed among them.
bool are_normals(const SampleRows& rows, std::size_t first) {
  constexpr double kTolerance = 0.02;  // two decimals are printed at least
  std::size_t unit = 0;
  for (const auto& row : rows) {
    const double length = std::hypot(row[first], row[first + 1], row[first + 2]);
    if (length == 0) continue;
    if (!(std::abs(length - 1) <= kTolerance)) return false;
    ++unit;
  }
  return unit > 0;
}

void set_color(std::vector<Column>& columns, std::size_t first) {
  columns[first] = Column::kRed;
  columns[first + 1] = Column::kGreen;
  columns[first + 2] = Column::kBlue;
}

/// First column of red, green and blue among those that are `free`, or 0.
std::size_t find_color(const std::vector<ColumnRange>& ranges, const std::vector<bool>& free) {
  const std::size_t n = ranges.size();
  for (std::size_t begin = 3; begin + 3 <= n; ++begin) {
    std::size_t end = begin;
    while (end < n && free[end] && ranges[end].is_byte()) ++end;
    if (end - begin >= 4 && begin == 3) return begin + 1;
    if (end - begin >= 3) return begin;
  }
  if (n != 6) return 0;
  const auto all = [&](auto&& holds) { return std::all_of(ranges.begin() + 3, ranges.end(), holds); };
  const bool fractions = all([](const ColumnRange& range) { return range.within(0, 1); });
  const bool words = all([](const ColumnRange& range) { return range.whole && range.within(0, 65535); });
  return free[3] && (fractions || words) ? 3 : 0;
}

}  // namespace

std::vector<Column> guess_columns(const SampleRows& rows) {
  const std::size_t n = rows.front().size();
  std::vector<Column> columns(n, Column::kSkip);
  columns[0] = Column::kX;
  columns[1] = Column::kY;
  columns[2] = Column::kZ;
  std::vector<bool> free(n, true);
  std::vector<ColumnRange> ranges;
  for (std::size_t i = 0; i < n; ++i) ranges.push_back(range_of(rows, i));
  for (std::size_t i = 3; i + 3 <= n; ++i)
    if (free[i] && are_normals(rows, i)) free[i] = free[i + 1] = free[i + 2] = false;
  if (const std::size_t color = find_color(ranges, free); color != 0) {
    set_color(columns, color);
    free[color] = free[color + 1] = free[color + 2] = false;
  }
  for (std::size_t i = 3; i < n; ++i) {
    if (!free[i] || ranges[i].empty()) continue;
    columns[i] = Column::kIntensity;
    break;
  }
  return columns;
}

void set_scales(const SampleRows& rows, Layout& layout) {
  ColumnRange intensity, color;
  for (std::size_t i = 0; i < layout.columns.size(); ++i) {
    const ColumnRange range = range_of(rows, i);
    if (layout.columns[i] == Column::kIntensity) intensity = range;
    if (layout.columns[i] < Column::kRed || range.empty()) continue;
    color.least = std::min(color.least, range.least);
    color.most = std::max(color.most, range.most);
    color.whole = color.whole && range.whole;
  }
  if (!color.whole && color.within(0, 1)) layout.color_scale = 255;
  if (color.most > 255) layout.color_scale = 255.0 / 65535;

  if (intensity.empty() || intensity.within(0, 1)) return;
  if (intensity.whole && intensity.least < 0 && intensity.within(-2048, 2047)) {  // as .pts has it
    layout.intensity_offset = -2048;
    layout.intensity_scale = 1.0 / 4095;
    return;
  }
  for (const double most : {255.0, 4095.0, 65535.0}) {
    if (!intensity.within(0, most)) continue;
    layout.intensity_scale = 1 / most;
    return;
  }
  layout.intensity_offset = intensity.least;
  if (intensity.most > intensity.least) layout.intensity_scale = 1 / (intensity.most - intensity.least);
}

}  // namespace storey::xyz
