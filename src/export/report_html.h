// What was measured and how well, for people: one HTML file without script, style and pictures within.
#pragma once

#include <string>
#include <vector>

#include "export/areas.h"
#include "export/drawing/drawing.h"
#include "storey/options.h"
#include "storey/plan.h"
#include "storey/report.h"

namespace storey {

/// The plan of a storey without surroundings, and its picture as an SVG file.
struct StoreyPicture {
  const drawing::Drawing* drawing = nullptr;
  std::string svg;
};

/// Summary, a picture and the rooms of every storey, openings, walls with their ±, areas, how the stations of
/// the scan agree, what was left out and why, warnings, inputs and the measures of every stage.
std::string report_to_html(const Plan& plan, const Report& report, const AreaStatement& areas,
                           const std::vector<StoreyPicture>& pictures, const Options& options);

}  // namespace storey
