// From the measured plan to every file that a user asked for.
#pragma once

#include <string_view>
#include <vector>

#include "storey/options.h"
#include "storey/output_file.h"
#include "storey/plan.h"
#include "storey/report.h"
#include "storey/result.h"
#include "storey/run_context.h"

namespace storey {

/// The formats that `Options::formats` may name, in the order they are drawn.
const std::vector<std::string_view>& known_formats();

/// Whether all of `formats` are known. Error: kInvalidArgument, with those that are.
Result<void> check_formats(const std::vector<std::string>& formats);

/// plan.json and report.json, and the files of every format in `options.formats`, in a fixed order. Drawings
/// of storeys that `options.storeys` leaves out are not made; plan.json holds all. Errors: those of
/// `check_formats`; kCancelled.
Result<std::vector<OutputFile>> draw(const Plan& plan, const Report& report, const Options& options,
                                     RunContext& context);

}  // namespace storey
