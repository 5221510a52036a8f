// Shapes, symbols and dimensions as DXF entities.
#pragma once

#include "export/drawing/drawing.h"
#include "export/dxf/blocks.h"
#include "export/dxf/group_writer.h"
#include "storey/options.h"

namespace storey::dxf {

/// The layer that repeats the texts of room stamps as plain text, switched off: some programs (LibreCAD) show
/// no attributes.
std::string_view plain_text_layer(LayerProfile layers);

class EntityWriter {
 public:
  /// Entities belong to the block record `owner`; patterns are sized for 1:`scale`.
  EntityWriter(GroupWriter& out, Handle owner, LayerProfile layers, ModelUnits units, int scale)
      : out_(out), owner_(owner), layers_(layers), units_(units), scale_(scale) {}

  void write(const drawing::Element& element, const Block* block);
  void write(const drawing::Shape& shape, drawing::Layer layer);
  void write_definition(const drawing::Attribute& attribute, drawing::Layer layer);

 private:
  Handle begin(std::string_view type, std::string_view layer);
  Handle begin(std::string_view type, drawing::Layer layer);
  void pen(const drawing::Pen& pen);
  void text_body(const drawing::Text& text, std::string_view value);
  static int vertical(const drawing::Text& text);
  void write_line(const drawing::Polyline& line, drawing::Layer layer);
  void write_arc(const drawing::Arc& arc, drawing::Layer layer);
  void write_hatch(const drawing::Fill& fill, drawing::Layer layer);
  void write_text(const drawing::Text& text, std::string_view layer);
  void write_dimension(const drawing::Dimension& dimension, drawing::Layer layer, const Block& block);
  void write_insert(const drawing::Symbol& symbol, drawing::Layer layer, const Block& block);
  void write_attribute(const drawing::Attribute& attribute, const drawing::Symbol& symbol,
                       drawing::Layer layer, Handle insert);

  GroupWriter& out_;
  Handle owner_;
  LayerProfile layers_;
  ModelUnits units_;
  int scale_;
};

}  // namespace storey::dxf
