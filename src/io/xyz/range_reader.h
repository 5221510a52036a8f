// Points of the lines that begin within a range of bytes. Ranges are independent of each other, so any number
// of threads may read them in any order, and no line is read twice or missed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/input_file.h"
#include "cloud/cloud_source.h"
#include "io/xyz/layout.h"
#include "io/xyz/line_parser.h"

namespace storey::xyz {

struct BrokenLine {
  std::uint64_t line = 0;  ///< from 0 at the first line of the range
  std::string text;        ///< excerpt
};

/// Broken lines are kept by number and text up to this many.
inline constexpr std::size_t kBrokenLinesKept = 3;

/// What a range held.
struct RangeCounts {
  std::uint64_t lines = 0;  ///< of all kinds
  std::uint64_t points = 0;
  std::uint64_t invalid = 0;
  std::uint64_t broken = 0;
  std::uint64_t declared_points = 0;  ///< by count lines
  std::vector<BrokenLine> first_broken;
};

/// Reads one range after another; one per thread. Its memory is the largest range and a batch of points.
class RangeReader {
 public:
  RangeReader(const InputFile& file, const Layout& layout, bool attributes);

  /// Hands the points of lines that begin in [begin, end) to `sink`. `begin` is at least layout.data_begin.
  Result<RangeCounts> read(std::uint64_t begin, std::uint64_t end, PointSink& sink);

 private:
  /// A range in memory. Lines that begin before `stop` belong to it.
  struct Text {
    const char* first_line;
    std::uint64_t offset;  ///< of the first line in the file, bytes
    const char* stop;
    const char* end;  ///< of what was read; line ends follow as padding
    bool reaches_file_end;
  };

  Result<Text> load(std::uint64_t begin, std::uint64_t end);
  Result<void> load_bytes(std::uint64_t from, std::uint64_t to);
  /// The fields that are wanted. Returns where reading stopped, or null if a coordinate is missing.
  const char* parse_fields(const char* line, FieldValues& values) const;
  /// `offset`: of its line in the file, bytes.
  void add_point(const FieldValues& values, std::uint64_t offset, RangeCounts& counts);
  void add_attributes(const FieldValues& values);
  void add_other_line(const char* line, const char* line_end, RangeCounts& counts) const;
  void flush(PointSink& sink);

  const InputFile& file_;
  const Layout& layout_;
  std::vector<Column> fields_;  ///< columns up to the last one that is wanted
  std::array<std::size_t, 3> coordinate_{};
  bool has_intensity_ = false;
  bool has_color_ = false;

  std::vector<char> buffer_;
  std::size_t batch_size_ = 0;
  std::vector<double> x_, y_, z_, place_;
  std::vector<float> intensity_;
  std::vector<std::uint8_t> rgb_;
};

}  // namespace storey::xyz
