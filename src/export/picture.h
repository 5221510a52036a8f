// Small pictures for the report.
#pragma once

#include <string>
#include <string_view>

#include "export/drawing/drawing.h"
#include "storey/report.h"

namespace storey {

/// A PNG file of the plan over the points that it was measured from, as dark as they are dense; 1600 pixels
/// wide at most. `density` must be consistent: rows * columns levels.
std::string density_png(const drawing::Drawing& drawing, const DensityMap& density);

/// `bytes` in base64 (RFC 4648).
std::string base64(std::string_view bytes);

}  // namespace storey
