// The names of the layers in CAD files and SVG.
#pragma once

#include <string_view>

#include "export/drawing/drawing.h"
#include "storey/options.h"

namespace storey::drawing {

/// By the AIA CAD Layer Guidelines of the US National CAD Standard, "A-WALL", or by ISO 13567-2: agent (A for
/// architect, S for structural engineer), element (by function, as in SfB table 1), presentation:
/// "A-21----E-".
std::string_view layer_name(Layer layer, LayerProfile profile);

/// A sentence for people: what is on the layer.
std::string_view layer_description(Layer layer);

}  // namespace storey::drawing
