// All points of a file on all threads.
#pragma once

#include <vector>

#include "cloud/cloud_source.h"
#include "io/e57/packets.h"
#include "io/e57/point_decoder.h"

namespace storey::e57 {

/// A scan that has points and coordinates, and where its points are.
struct ScanReader {
  const Scan* scan = nullptr;
  std::size_t index = 0;  ///< in the file
  Section section;
};

/// See CloudSource::read. Of several errors the one nearest the beginning of the file is returned, so that it
/// does not depend on the number of threads.
Result<ReadSummary> read_in_parallel(const PagedFile& file, const std::vector<ScanReader>& readers,
                                     std::size_t scan_count, PointSink& sink, RunContext& context,
                                     const ReadOptions& options);

}  // namespace storey::e57
