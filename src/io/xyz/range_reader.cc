#include "io/xyz/range_reader.h"

#include <algorithm>
#include <cmath>

namespace storey::xyz {
namespace {

constexpr std::size_t kBatch = 4096;

// Where the last line of a range is expected to end; only longer ones cost a second read.
constexpr std::uint64_t kUsualTail = 512;

}  // namespace

RangeReader::RangeReader(const InputFile& file, const Layout& layout, bool attributes)
    : file_(file), layout_(layout), x_(kBatch), y_(kBatch), z_(kBatch), place_(kBatch) {
  has_intensity_ = attributes && layout.has(Column::kIntensity);
  has_color_ = attributes && layout.has(Column::kRed);
  std::size_t wanted = 0;
  for (std::size_t i = 0; i < layout.columns.size(); ++i) {
    const Column column = layout.columns[i];
    if (column == Column::kX) coordinate_[0] = i;
    if (column == Column::kY) coordinate_[1] = i;
    if (column == Column::kZ) coordinate_[2] = i;
    const bool attribute = column > Column::kZ;
    if (attribute ? attributes : column != Column::kSkip) wanted = i + 1;
  }
  fields_.assign(layout.columns.begin(), layout.columns.begin() + static_cast<std::ptrdiff_t>(wanted));
  if (has_intensity_) intensity_.resize(kBatch);
  if (has_color_) rgb_.resize(3 * kBatch);
}

Result<RangeCounts> RangeReader::read(std::uint64_t begin, std::uint64_t end, PointSink& sink) {
  const Result<Text> text = load(begin, std::min(end, file_.size()));
  if (!text) return tl::unexpected(text.error());
  RangeCounts counts;
  FieldValues values;
  for (const char* line = text->first_line; line < text->stop;) {
    const char* const rest = parse_fields(line, values);
    const char* const line_end = find_line_end(rest ? rest : line);
    // A last line without line end and with fewer fields than the others was cut off, perhaps within a
    // number.
    const bool cut_off = line_end == text->end && text->reaches_file_end &&
                         count_fields(line, layout_.dialect) < layout_.columns.size();
    if (rest && !cut_off && line_end - line <= static_cast<std::ptrdiff_t>(kLongestLine)) {
      add_point(values, text->offset + static_cast<std::uint64_t>(line - text->first_line), counts);
      if (batch_size_ == kBatch) flush(sink);
    } else {
      add_other_line(line, line_end, counts);
    }
    ++counts.lines;
    line = after_line_end(line_end);
  }
  flush(sink);
  return counts;
}

Result<RangeReader::Text> RangeReader::load(std::uint64_t begin, std::uint64_t end) {
  // The byte before the range tells whether a line begins with it.
  const bool mid_file = begin > layout_.data_begin;
  const std::uint64_t from = begin - (mid_file ? 1 : 0);
  std::uint64_t to = std::min(end + kUsualTail, file_.size());
  if (const auto loaded = load_bytes(from, to); !loaded) return tl::unexpected(loaded.error());
  const std::size_t last_byte = static_cast<std::size_t>(end - from) - 1;
  if (find_line_end(buffer_.data() + last_byte) == buffer_.data() + (to - from) && to < file_.size()) {
    to = std::min(end + kLongestLine + 1, file_.size());
    if (const auto loaded = load_bytes(from, to); !loaded) return tl::unexpected(loaded.error());
  }
  const char* const bytes = buffer_.data();
  const char* first = bytes;
  if (mid_file) first = after_line_end(is_line_end(*bytes) ? bytes : find_line_end(bytes));
  return Text{first, from + static_cast<std::uint64_t>(first - bytes), bytes + (end - from),
              bytes + (to - from), to == file_.size()};
}

Result<void> RangeReader::load_bytes(std::uint64_t from, std::uint64_t to) {
  const auto length = static_cast<std::size_t>(to - from);
  if (buffer_.size() < length + kTextPadding) buffer_.resize(length + kTextPadding);
  const Result<std::size_t> got = file_.read_at(from, buffer_.data(), length);
  if (!got) return tl::unexpected(got.error());
  if (*got < length)
    return fail({ErrorCode::kUnreadable,
                 "became shorter while it was read",
                 file_.name(),
                 {},
                 "wait until the file is complete and try again"});
  std::fill_n(buffer_.begin() + static_cast<std::ptrdiff_t>(length), kTextPadding, '\n');
  return {};
}

const char* RangeReader::parse_fields(const char* line, FieldValues& values) const {
  const Dialect& dialect = layout_.dialect;
  const char* p = skip_blanks(line);
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const Column column = fields_[i];
    const char* end = column == Column::kSkip ? nullptr : parse_number(p, dialect, values[i]);
    if (end == nullptr) {
      if (column >= Column::kX && column <= Column::kZ) return nullptr;
      values[i] = 0;
      end = skip_field(p, dialect);
    }
    p = skip_separator(end, dialect);
  }
  return p;
}

void RangeReader::add_point(const FieldValues& values, std::uint64_t offset, RangeCounts& counts) {
  const double x = values[coordinate_[0]];
  const double y = values[coordinate_[1]];
  const double z = values[coordinate_[2]];
  if (!std::isfinite(x) || !std::isfinite(y) || !std::isfinite(z)) {
    ++counts.invalid;
    return;
  }
  x_[batch_size_] = x;
  y_[batch_size_] = y;
  z_[batch_size_] = z;
  place_[batch_size_] = static_cast<double>(offset - layout_.data_begin) /
                        static_cast<double>(file_.size() - layout_.data_begin);
  if (has_intensity_ || has_color_) add_attributes(values);
  ++batch_size_;
  ++counts.points;
}

void RangeReader::add_attributes(const FieldValues& values) {
  // NaN compares false with everything, so it becomes 0.
  const auto clamped = [](double value, double most) { return value > 0 ? std::min(value, most) : 0.0; };
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const auto color = [&](std::size_t channel) {
      rgb_[3 * batch_size_ + channel] =
          static_cast<std::uint8_t>(std::lround(clamped(values[i] * layout_.color_scale, 255)));
    };
    switch (fields_[i]) {
      case Column::kIntensity:
        intensity_[batch_size_] =
            static_cast<float>(clamped((values[i] - layout_.intensity_offset) * layout_.intensity_scale, 1));
        break;
      case Column::kRed:
        color(0);
        break;
      case Column::kGreen:
        color(1);
        break;
      case Column::kBlue:
        color(2);
        break;
      default:
        break;
    }
  }
}

void RangeReader::add_other_line(const char* line, const char* line_end, RangeCounts& counts) const {
  std::uint64_t count = 0;
  const LineKind kind = classify_line(line, count);
  const bool too_long = line_end - line > static_cast<std::ptrdiff_t>(kLongestLine);
  if (kind == LineKind::kComment || (kind == LineKind::kBlank && !too_long)) return;
  if (kind == LineKind::kCount && layout_.has_counts) {
    counts.declared_points += count;
    return;
  }
  ++counts.broken;
  if (counts.first_broken.size() < kBrokenLinesKept)
    counts.first_broken.push_back({counts.lines, excerpt({line, line_end})});
}

void RangeReader::flush(PointSink& sink) {
  if (batch_size_ == 0) return;
  const std::size_t n = batch_size_;
  batch_size_ = 0;
  PointBlock block;
  block.x = {x_.data(), n};
  block.y = {y_.data(), n};
  block.z = {z_.data(), n};
  block.place = {place_.data(), n};
  if (has_intensity_) block.intensity = {intensity_.data(), n};
  if (has_color_) block.rgb = {rgb_.data(), 3 * n};
  sink.consume(block);
}

}  // namespace storey::xyz
