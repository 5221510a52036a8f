// A drawing as SVG: true millimetres in the viewBox, paper millimetres as its size, text as text, no script.
#pragma once

#include <string>

#include "export/drawing/drawing.h"
#include "storey/options.h"

namespace storey {

/// One <g id> per layer, `data-id` on everything that shows an element of the plan. The y axis points down,
/// as SVG wants: (x, y) of the drawing is at (x, -y).
std::string svg_text(const drawing::Drawing& drawing, LayerProfile layers);

/// `text` with the characters that XML reserves written as entities, and those it forbids left out.
std::string xml_escaped(std::string_view text);

}  // namespace storey
