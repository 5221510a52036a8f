// The main job as a function: scans in, a measured plan and its drawings out.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "storey/options.h"
#include "storey/plan.h"
#include "storey/report.h"
#include "storey/result.h"
#include "storey/run_context.h"

namespace storey {

struct Conversion {
  Plan plan;
  Report report;
};

/// Reads `scans` as one cloud (they share a frame) and draws its plan.
/// Errors: those of reading; kNoPoints; kNoPlan with the reason; kCancelled.
Result<Conversion> convert_scan(const std::vector<std::filesystem::path>& scans, const Options& options,
                                RunContext& context);

struct OutputFile {
  std::string name;    ///< "plan.json", "storey-0.svg" …
  std::string format;  ///< "json", "svg", "png" …
  int storey = -1;     ///< -1: the whole building
  std::string bytes;
};

/// Every file that `options.formats` asks for, with plan.json and report.json.
Result<std::vector<OutputFile>> draw_outputs(const Conversion& conversion, const Options& options,
                                             RunContext& context);

/// Writes `files` into `folder` (made if missing): each appears whole, and either all do or none.
Result<void> write_outputs(const std::vector<OutputFile>& files, const std::filesystem::path& folder);

}  // namespace storey
