// What was found out about a text cloud: where its points begin and what a line holds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/xyz/text_scan.h"

namespace storey::xyz {

enum class Column : std::uint8_t { kSkip, kX, kY, kZ, kIntensity, kRed, kGreen, kBlue };

/// A longer line is broken: no exporter writes such, and it bounds what a reader must hold.
inline constexpr std::size_t kLongestLine = std::size_t{64} * 1024;

struct Layout {
  std::uint64_t data_begin = 0;  ///< offset of the first line after byte order mark, header and count
  std::uint64_t first_line = 1;  ///< number of that line, from 1
  std::vector<Column> columns;   ///< one per column of the data
  char separator = ' ';          ///< for people; lines may mix them
  Dialect dialect;
  bool has_counts = false;            ///< lines that hold the number of points to come (.pts)
  std::uint64_t declared_points = 0;  ///< by the count line before data_begin
  double mean_line_bytes = 1;

  // What makes the file's attributes 0…1 and 0…255: (value - offset) * scale.
  double intensity_offset = 0;
  double intensity_scale = 1;
  double color_scale = 1;

  bool has(Column column) const;
};

/// "separated by space; columns x y z intensity", for people.
std::string describe(const Layout& layout);

/// At most 40 characters of a line, with everything but plain ASCII escaped.
std::string excerpt(std::string_view line);

}  // namespace storey::xyz
