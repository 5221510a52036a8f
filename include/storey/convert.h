// The main job as a function: scans in, a measured plan and its drawings out.
#pragma once

#include <filesystem>
#include <vector>

#include "storey/options.h"
#include "storey/output_file.h"
#include "storey/plan.h"
#include "storey/report.h"
#include "storey/result.h"
#include "storey/run_context.h"

namespace storey {

struct Conversion {
  Plan plan;
  Report report;
};

/// Whether `options` can be used at all; for asking before the long work. Error: kInvalidArgument.
Result<void> check_options(const Options& options);

/// Reads `scans` as one cloud (they share a frame) and draws its plan.
/// Errors: those of `check_options` and of reading; kInvalidArgument for a storey that the building does not
/// have; kNoPoints; kNoPlan with the reason; kCancelled.
Result<Conversion> convert_scan(const std::vector<std::filesystem::path>& scans, const Options& options,
                                RunContext& context);

/// Every file that `options.formats` asks for, with plan.json and report.json.
Result<std::vector<OutputFile>> draw_outputs(const Conversion& conversion, const Options& options,
                                             RunContext& context);

/// Whether `folder` can take outputs: it is, or could be made as, a folder that may be written to. Changes
/// nothing; for asking before the long work.
Result<void> check_output_folder(const std::filesystem::path& folder);

/// Writes `files` into `folder` (made if missing): each appears whole, and either all do or none. What stood
/// under their names is replaced only when all are on the disk. Cancelling works until then.
/// Errors: kUnwritable with the file and the reason of the system; kCancelled.
Result<void> write_outputs(const std::vector<OutputFile>& files, const std::filesystem::path& folder,
                           RunContext& context);

}  // namespace storey
