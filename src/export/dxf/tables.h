// The parts of a DXF file around its entities: header, tables and objects.
#pragma once

#include "export/drawing/drawing.h"
#include "export/dxf/blocks.h"
#include "export/dxf/group_writer.h"
#include "storey/options.h"

namespace storey::dxf {

/// `next`: the first handle that the file does not use.
void write_header(GroupWriter& out, const drawing::Drawing& drawing, ModelUnits units, Handle next);
void write_classes(GroupWriter& out);
void write_tables(GroupWriter& out, const drawing::Drawing& drawing, const Blocks& blocks,
                  LayerProfile layers, ModelUnits units);
void write_objects(GroupWriter& out, const drawing::Drawing& drawing);

}  // namespace storey::dxf
