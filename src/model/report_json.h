// The report of a conversion as text: report.json, schema "storey.report/1"
// (docs/schema/storey.report-1.schema.json).
#pragma once

#include <string>
#include <string_view>

#include "storey/report.h"

namespace storey {

inline constexpr std::string_view kReportSchema = "storey.report/1";

/// The same report gives the same bytes. Throws std::domain_error where it holds NaN or infinity.
std::string report_to_json(const Report& report);

}  // namespace storey
