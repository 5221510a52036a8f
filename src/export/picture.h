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

/// The points alone, as a layer to lie under a plan: a PNG file of one pixel a cell, the highest row first,
/// black as far as it is dense and transparent where no point lies.
std::string density_layer_png(const DensityMap& density);
/// The place of that picture's pixels in the plan's frame, m, as a world file (ESRI): pixel size in x,
/// rotation twice, pixel size in y, centre of the upper left pixel.
std::string density_world_file(const DensityMap& density);

/// `bytes` in base64 (RFC 4648).
std::string base64(std::string_view bytes);

}  // namespace storey
