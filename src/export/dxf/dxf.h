// A drawing as DXF, version AC1015 (AutoCAD 2000), which every CAD program reads.
#pragma once

#include <string>

#include "export/drawing/drawing.h"
#include "storey/options.h"

namespace storey {

/// Model space in millimetres or inches ($INSUNITS 4 or 1), y up. Walls are closed outlines with hatches;
/// doors, windows and room stamps are blocks with attributes; dimensions are DIMENSION entities with their
/// pictures. The named UCS "SCAN" is the plan's own frame.
std::string dxf_text(const drawing::Drawing& drawing, LayerProfile layers, ModelUnits units);

}  // namespace storey
