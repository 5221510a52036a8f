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

/// The sheet and scale for a building of `width` by `height` mm: the largest scale for which it fits A4 or A3
/// with its dimensions around it, else the largest for which it fits A2 or A1. `forced_scale` (above 0) is
/// kept, on the smallest sheet where it fits, A1 where it fits none.
SheetChoice choose_sheet(double width, double height, ModelUnits units, int forced_scale);

/// The size of the walls, columns and rooms of the largest storey on the sheet, mm.
Extent building_extent(const Plan& plan, const SheetFrame& frame, const std::vector<int>& storeys);

/// "1:50", "1/4\" = 1'-0\"".
std::string scale_text(int scale, ModelUnits units);

}  // namespace storey::drawing
