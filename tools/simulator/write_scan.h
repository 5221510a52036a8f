// Scans into files.
#pragma once

#include <filesystem>
#include <string>

#include "simulate.h"

namespace storey::simulator {

struct XyzFormat {
  char separator = ' ';
  std::string columns = "xyz";  ///< x y z, then any of i (0…255) and rgb, in this order
  enum class Header { kNone, kNames, kCount, kComment } header = Header::kNone;
  int decimals = 4;  ///< of the coordinates
  bool crlf = false;
  bool scientific = false;  ///< coordinates as 1.5e+00
  double nan_share = 0;     ///< rows "nan nan nan" put in between, per point
};

/// Writes the valid points as text. Fails if the file cannot be written.
Result<void> write_xyz(const SimulatedScan& scan, const XyzFormat& format, const std::filesystem::path& file);

}  // namespace storey::simulator
