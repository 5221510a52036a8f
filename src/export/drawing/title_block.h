// The frame and the title block of a sheet (ISO 5457, ISO 7200).
#pragma once

#include "export/drawing/notes.h"
#include "export/drawing/sheet.h"

namespace storey::drawing {

/// Which sheet of how many.
struct SheetNumber {
  int number = 1, count = 1;
};

/// Frame with centring marks, title block and notes, in millimetres of paper.
Drawing sheet_surroundings(const Sheet& sheet, const Drawing& plan, const Storey& storey,
                           const Options& options, SheetNumber page);

/// "±3 mm": the median 95 % half-width of the positions of the measured walls; empty where none was measured.
std::string wall_accuracy(const Storey& storey, ModelUnits units);

}  // namespace storey::drawing
