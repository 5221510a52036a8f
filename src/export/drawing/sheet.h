// Paper and scale: which standard sheet a building goes on.
#pragma once

#include <string>
#include <vector>

#include "export/drawing/drawing.h"
#include "storey/options.h"

namespace storey::drawing {

/// A sheet by ISO 5457 with its drawing space, mm of paper, origin at the lower left corner of the trimmed
/// sheet.
struct Sheet {
  std::string name;  ///< "A3"
  double width = 0, height = 0;
  Extent frame;    ///< 20 mm binding margin at the left, 10 mm elsewhere
  Extent drawing;  ///< within the frame, above the title block
  Extent title;    ///< the title block, 180 mm wide (ISO 7200), at the lower right of the frame
  Extent notes;    ///< scale bar, plan-north arrow and legend
};

struct SheetChoice {
  Sheet sheet;
  int scale = 100;  ///< 1:scale
};

/// Standard scales and sheets in order of preference: the largest scale on A4 or A3, the next ones on any
/// sheet up to A1. With `forced_scale` (above 0) first that scale on every sheet.
std::vector<SheetChoice> sheet_choices(ModelUnits units, int forced_scale);

/// Whether `drawing`, at its own scale, fits the drawing space of `sheet`.
bool fits(const Sheet& sheet, const Drawing& drawing);

/// "1:50", "1/4\" = 1'-0\"".
std::string scale_text(int scale, ModelUnits units);

}  // namespace storey::drawing
