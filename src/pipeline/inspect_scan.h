// What a scan file holds, found by looking at all of it: the substance of `storey info`.
#pragma once

#include <filesystem>
#include <vector>

#include "cloud/cloud_source.h"
#include "cloud/guess_frame.h"

namespace storey {

/// How closely to look.
enum class Inspection {
  kHeaders,  ///< headers and an evenly spread sample of the points: quick, extents are those of the sample
  kFull,     ///< every point, and so every checksum of the format
};

struct ScanFacts {
  CloudInfo info;
  ReadSummary read;                     ///< Inspection::kFull only; otherwise empty
  std::vector<Bounds3> bounds_of_scan;  ///< of valid points, world frame, the file's own unit
  Bounds3 bounds;                       ///< of all scans
  FrameGuess guess;                     ///< unit and up axis, from a sample
  Inspection inspection = Inspection::kFull;

  bool points_were_counted() const { return inspection == Inspection::kFull; }
  /// Of the header and of the reading.
  std::vector<std::string> warnings() const;
};

/// Errors: those of opening and reading. A file without a point is no error: its bounds are empty.
Result<ScanFacts> inspect_scan(const std::filesystem::path& scan, Inspection inspection, RunContext& context);

}  // namespace storey
