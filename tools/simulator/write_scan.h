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

struct E57Format {
  enum class Storage { kDouble, kSingle, kScaled } storage = Storage::kScaled;
  double scale_m = 0.0001;  ///< of scaled integers, as wide as the points need; in the file's unit times this
  bool poses = true;        ///< else the points are in the world's frame, still a scan per station
  bool gridded = false;     ///< rows, columns and the state of each point; keeps beams without return
  bool spherical = false;   ///< range and angles; needs poses
  bool intensity = true;
  bool colour = false;
};

/// Writes the valid points as text. Fails if the file cannot be written.
Result<void> write_xyz(const SimulatedScan& scan, const XyzFormat& format, const std::filesystem::path& file);

/// Writes one scan per station as ASTM E2807. Points of no station go with the first. Fails if the file
/// cannot be written.
Result<void> write_e57(const SimulatedScan& scan, const E57Format& format, const std::filesystem::path& file);

}  // namespace storey::simulator
