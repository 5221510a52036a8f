#include "export/drawing/layout.h"

namespace storey::drawing {
namespace {
constexpr double kCellPaper = 8;  // about the length of a label
}

void Page::put(Layer layer, const std::string& id, const Primitive& primitive) {
  for (const Shape& shape : shapes_of(primitive, drawing.scale)) space.block(shape);
  drawing.add(layer, id, primitive);
}

Drawing lay_out(const Storey& storey, const SheetFrame& frame, const Marks& marks, int scale,
                ModelUnits units) {
  Drawing drawing;
  drawing.storey = storey.index;
  drawing.name = storey.name;
  drawing.scale = scale;
  drawing.frame = frame;
  const Storey sheet = on_sheet(storey, frame);
  Page page{sheet, marks, units, drawing, LabelSpace(kCellPaper * scale)};
  const WallRegions walls = wall_regions(sheet);
  lay_out_walls(page, walls);
  lay_out_columns(page);
  reserve_openings(page);
  lay_out_stairs(page);
  lay_out_outside_dimensions(page, walls);
  lay_out_rooms(page);
  lay_out_openings(page);
  return drawing;
}

}  // namespace storey::drawing
