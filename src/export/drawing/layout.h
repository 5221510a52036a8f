// One storey of a plan, laid out as a drawing.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "export/drawing/drawing.h"
#include "export/drawing/label_space.h"
#include "export/drawing/marks.h"
#include "export/drawing/regions.h"

namespace storey::drawing {

/// What all parts of a layout share.
struct Page {
  const Storey& storey;  ///< on the sheet, mm (see on_sheet)
  const Marks& marks;
  ModelUnits units = ModelUnits::kMetric;
  Drawing& drawing;
  LabelSpace space;  ///< what labels must keep off

  double paper(double mm) const { return mm * drawing.scale; }

  /// Adds `primitive` to the drawing and keeps labels off it.
  void put(Layer layer, const std::string& id, const Primitive& primitive);
};

/// The walls of a storey as areas, openings cut out; attached columns belong to the walls.
struct WallRegions {
  Region measured;            ///< both faces seen
  Region thickness_inferred;  ///< one face seen
  Region unsure;              ///< concluded from what surrounds them, or doubted
  Region glass;
  Region solid;     ///< the first three together
  Region building;  ///< walls and rooms, openings filled: the outline of the storey
};

WallRegions wall_regions(const Storey& storey);

void lay_out_walls(Page& page, const WallRegions& walls);
void lay_out_columns(Page& page);
void lay_out_stairs(Page& page);
/// Keeps labels off the symbols that lay_out_openings is going to draw.
void reserve_openings(Page& page);
void lay_out_openings(Page& page);
void lay_out_rooms(Page& page);
void lay_out_outside_dimensions(Page& page, const WallRegions& walls);

/// The drawing of `storey` (in metres) at 1:`scale`, without anything around it: no title, no legend.
Drawing lay_out(const Storey& storey, const SheetFrame& frame, const Marks& marks, int scale,
                ModelUnits units);

}  // namespace storey::drawing
