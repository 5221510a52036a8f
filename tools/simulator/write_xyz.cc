#include <array>
#include <charconv>
#include <cmath>
#include <fstream>

#include "write_scan.h"

namespace storey::simulator {
namespace {

class RowWriter {
 public:
  RowWriter(const XyzFormat& format, std::string& out) : format_(format), out_(out) {}

  void number(double value) {
    std::array<char, 64> text;
    const auto notation = format_.scientific ? std::chars_format::scientific : std::chars_format::fixed;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, notation, format_.decimals);
    field({text.data(), end.ptr});
  }
  void integer(int value) { field(std::to_string(value)); }
  void field(std::string_view text) {
    if (!first_) out_ += format_.separator;
    first_ = false;
    out_ += text;
  }
  void end() {
    out_ += format_.crlf ? "\r\n" : "\n";
    first_ = true;
  }

 private:
  const XyzFormat& format_;
  std::string& out_;
  bool first_ = true;
};

void write_header(const XyzFormat& format, std::size_t points, RowWriter& row) {
  switch (format.header) {
    case XyzFormat::Header::kNone:
      return;
    case XyzFormat::Header::kCount:
      row.integer(static_cast<int>(points));
      break;
    case XyzFormat::Header::kComment:
      row.field("# simulated scan");
      break;
    case XyzFormat::Header::kNames:
      for (const char c : format.columns) row.field(c == 'i' ? "intensity" : std::string(1, c));
      break;
  }
  row.end();
}

}  // namespace

Result<void> write_xyz(const SimulatedScan& scan, const XyzFormat& format,
                       const std::filesystem::path& file) {
  std::string text;
  RowWriter row(format, text);
  std::size_t valid = 0;
  for (const ScanPoint& point : scan.points) valid += point.valid;
  write_header(format, valid, row);
  const bool intensity = format.columns.find('i') != std::string::npos;
  const bool colour = format.columns.find("rgb") != std::string::npos;
  std::ofstream stream(file, std::ios::binary);
  Random nan(0x4a4, scan.points.size());
  for (const ScanPoint& point : scan.points) {
    if (!point.valid) continue;
    if (format.nan_share > 0 && nan.chance(format.nan_share)) {
      for (int k = 0; k < 3; ++k) row.field("nan");
      row.end();
    }
    for (int k = 0; k < 3; ++k) row.number(point.position[k]);
    if (intensity) row.integer(static_cast<int>(std::lround(point.intensity * 255)));
    if (colour)
      for (const std::uint8_t c : point.rgb) row.integer(c);
    row.end();
    if (text.size() > 1 << 20) {
      stream << text;
      text.clear();
    }
  }
  stream << text;
  stream.flush();
  if (!stream)
    return fail({ErrorCode::kUnwritable,
                 "the scan could not be written",
                 file.string(),
                 {},
                 "check the folder and the disk"});
  return {};
}

}  // namespace storey::simulator
