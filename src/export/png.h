// A drawing as a picture for previews.
#pragma once

#include <string>

#include "export/drawing/drawing.h"

namespace storey {

/// A PNG file of `drawing` at 150 pixels an inch of paper, fewer where a side would have more than 4096
/// pixels. The same drawing gives the same bytes with the same fonts and the same cairo.
std::string png_bytes(const drawing::Drawing& drawing);

}  // namespace storey
