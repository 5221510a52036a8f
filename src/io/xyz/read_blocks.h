// The whole of a text cloud, block by block, on several threads.
#pragma once

#include <cstdint>

#include "base/input_file.h"
#include "cloud/cloud_source.h"
#include "io/xyz/layout.h"

namespace storey::xyz {

/// Each thread holds one block of this size, so that it stays in the core's own cache between reading and
/// parsing, and memory stays small with many threads.
inline constexpr std::uint64_t kBlockBytes = std::uint64_t{512} * 1024;

/// Broken lines are tolerated up to this number or, in a large file, this share of the lines. A cut-off end,
/// a repeated header or a stray message make a handful; one line in a hundred means that the file is built in
/// another way than was found, and that what is left out may be a part of the building.
inline constexpr std::uint64_t kBrokenLinesTolerated = 10;
inline constexpr double kBrokenShareTolerated = 0.01;

/// Reads all points; results, numbers of broken lines and errors do not depend on threads or `block_bytes`.
/// Errors: kDamaged for too many broken lines, with the first of them; kNoPoints; kUnreadable; kCancelled.
Result<ReadSummary> read_blocks(const InputFile& file, const Layout& layout, PointSink& sink,
                                RunContext& context, const ReadOptions& options,
                                std::uint64_t block_bytes = kBlockBytes);

}  // namespace storey::xyz
