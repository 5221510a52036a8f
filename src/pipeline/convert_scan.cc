#include <sys/resource.h>

#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "base/memory_budget.h"
#include "engine/build_plan.h"
#include "export/draw.h"
#include "io/open_cloud.h"
#include "storey/convert.h"

namespace storey {
namespace {

using Sources = std::vector<std::unique_ptr<CloudSource>>;

/// A scan given twice would count its points double and so look surer than it is.
Result<void> check_scans(const std::vector<std::filesystem::path>& scans) {
  if (scans.empty()) return fail(ErrorCode::kInvalidArgument, "no scan was given");
  for (std::size_t i = 0; i < scans.size(); ++i) {
    if (scans[i].empty()) return fail(ErrorCode::kInvalidArgument, "the name of a scan is empty");
    for (std::size_t k = 0; k < i; ++k) {
      std::error_code ignored;  // what does not exist is reported when it is opened
      if (std::filesystem::equivalent(scans[i], scans[k], ignored))
        return fail(
            {ErrorCode::kInvalidArgument, "is given twice", scans[i].string(), {}, "name each scan once"});
    }
  }
  return {};
}

Result<Sources> open_all(const std::vector<std::filesystem::path>& scans, RunContext& context) {
  Sources sources;
  for (const std::filesystem::path& scan : scans) {
    context.report(Stage::kOpen, static_cast<double>(sources.size()) / static_cast<double>(scans.size()));
    Result<std::unique_ptr<CloudSource>> source = open_cloud(scan);
    if (!source) return fail(std::move(source.error()));
    sources.push_back(std::move(*source));
  }
  context.report(Stage::kOpen, 1);
  return sources;
}

InputReport describe_input(const CloudInfo& info, const ReadSummary& read) {
  InputReport input;
  input.file = std::filesystem::path(info.file).filename().string();  // same bytes wherever the scan lies
  input.format = info.format;
  input.bytes = info.bytes;
  input.points = read.points;
  input.invalid = read.invalid;
  input.broken_lines = read.broken_lines;
  input.scans = static_cast<int>(info.scans.size());
  for (const ScanInfo& scan : info.scans) input.poses += scan.world_from_scan.has_value();
  return input;
}

Report assemble_report(const Sources& sources, Built& built, RunContext& context) {
  Report report;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const CloudInfo& info = sources[i]->info();
    report.inputs.push_back(describe_input(info, built.read.at(i)));
    for (const std::string& warning : info.warnings) context.warn(report.inputs.back().file + ": " + warning);
    for (const std::string& warning : built.read[i].warnings)
      context.warn(report.inputs.back().file + ": " + warning);
  }
  report.stages = std::move(built.stages);
  report.face_cues = std::move(built.face_cues);
  report.wall_cues = std::move(built.wall_cues);
  report.walls = std::move(built.walls);
  report.faces = std::move(built.faces);
  report.rooms = std::move(built.rooms);
  report.openings = std::move(built.openings);
  report.left_out = std::move(built.left_out);
  report.station_offsets = std::move(built.station_offsets);
  report.density = std::move(built.density);
  report.costs = context.costs();
  report.warnings = context.warnings();
  return report;
}

/// Storeys are known only after the reading; a wrong number must not end in an empty folder.
Result<void> check_storeys(const std::vector<int>& wanted, const Plan& plan) {
  const int count = static_cast<int>(plan.storeys.size());
  for (const int index : wanted) {
    if (index >= 0 && index < count) continue;
    return fail(ErrorCode::kInvalidArgument, "there is no storey " + std::to_string(index),
                count == 1 ? "the scan shows storey 0 only"
                           : "the scan shows storeys 0 to " + std::to_string(count - 1));
  }
  return {};
}

/// What was in use is not enough; how much is, nobody knows before.
Error out_of_memory(const std::filesystem::path& scan) {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const std::uint64_t used = static_cast<std::uint64_t>(usage.ru_maxrss) << 10;
  return {ErrorCode::kLimit,
          "memory ran out when " + size_text(used) + " were in use",
          scan.string(),
          {},
          "give the conversion " + size_text(2 * used) + " or more, or thin the scan out"};
}

Result<Conversion> convert_clouds(const Sources& sources, const Options& options, RunContext& context) {
  std::vector<const CloudSource*> clouds;
  for (const std::unique_ptr<CloudSource>& source : sources) clouds.push_back(source.get());

  Result<Built> built = build_plan(clouds, options, context);
  if (!built) return fail(std::move(built.error()));
  if (context.cancelled()) return fail(ErrorCode::kCancelled, "stopped");
  if (const Result<void> checked = check_storeys(options.storeys, built->plan); !checked)
    return fail(checked.error());
  Report report = assemble_report(sources, *built, context);
  return Conversion{std::move(built->plan), std::move(report)};
}

}  // namespace

Result<void> check_options(const Options& options) {
  if (Result<void> checked = check_formats(options.formats); !checked) return checked;
  for (const int index : options.storeys)
    if (index < 0) return fail(ErrorCode::kInvalidArgument, "a storey is counted from 0 at the bottom");
  if (options.threads < 0) return fail(ErrorCode::kInvalidArgument, "there cannot be fewer than 0 threads");
  if (options.sheet_scale < 0) return fail(ErrorCode::kInvalidArgument, "a scale of 1:N needs N above 0");
  return {};
}

Result<Conversion> convert_scan(const std::vector<std::filesystem::path>& scans, const Options& options,
                                RunContext& context) {
  if (const Result<void> checked = check_options(options); !checked) return fail(checked.error());
  if (const Result<void> checked = check_scans(scans); !checked) return fail(checked.error());
  try {
    const Result<Sources> sources = open_all(scans, context);
    if (!sources) return fail(sources.error());
    return convert_clouds(*sources, options, context);
  } catch (const std::bad_alloc&) {
    return fail(out_of_memory(scans.front()));
  }
}

Result<std::vector<OutputFile>> draw_outputs(const Conversion& conversion, const Options& options,
                                             RunContext& context) {
  Result<std::vector<OutputFile>> files = draw(conversion.plan, conversion.report, options, context);
  if (files && context.cancelled()) return fail(ErrorCode::kCancelled, "stopped");
  return files;
}

}  // namespace storey
