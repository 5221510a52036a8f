#include "export/dxf/entities.h"

#include <array>
#include <cmath>

#include "export/drawing/labels.h"
#include "export/drawing/layers.h"
#include "export/drawing/regions.h"
#include "export/drawing/style.h"
#include "export/drawing/vec.h"
#include "export/dxf/handles.h"

namespace storey::dxf {
namespace {

using namespace drawing;

constexpr double kByLayerGrey = 0.2;      // darker lines take the colour of their layer
constexpr double kAnsi31Spacing = 0.125;  // between the lines of the pattern at scale 1
constexpr double kHiddenHeight = 100;     // mm: of attributes that are not shown

/// The nearest of the greys among AutoCAD's 255 colours (250…254 are 0x33, 0x5B, 0x84, 0xAD, 0xD6; 255 is
/// white).
int grey_colour(double grey) {
  constexpr std::array<double, 6> kLevels{51, 91, 132, 173, 214, 255};
  int best = 0;
  for (int i = 1; i < 6; ++i) {
    const auto off = [&](int level) {
      return std::abs(kLevels[static_cast<std::size_t>(level)] - grey * 255);
    };
    if (off(i) < off(best)) best = i;
  }
  return 250 + best;
}

const char* linetype(LineType type) { return type == LineType::kDotted ? "DOTTED" : "DASHED"; }

/// The layer for the texts of symbols on `layer`.
Layer text_layer(Layer layer) {
  if (layer == Layer::kDoor) return Layer::kDoorIdent;
  return layer == Layer::kGlazing ? Layer::kGlazingIdent : layer;
}

int horizontal(Align align) { return align == Align::kLeft ? 0 : align == Align::kCentre ? 1 : 2; }

constexpr int kInvisible = 1;

Text hidden_text() {
  Text text;
  text.height = kHiddenHeight;
  return text;
}

double positive_angle(double degrees) { return std::fmod(std::fmod(degrees, 360) + 360, 360); }

}  // namespace

std::string_view plain_text_layer(LayerProfile layers) {
  return layers == LayerProfile::kAia ? "A-AREA-IDEN-TEXT" : "A-90P---T-";
}

Handle EntityWriter::begin(std::string_view type, std::string_view layer) {
  const Handle own = out_.object(type, owner_, "AcDbEntity");
  out_.text(8, layer);
  return own;
}

Handle EntityWriter::begin(std::string_view type, Layer layer) {
  return begin(type, layer_name(layer, layers_));
}

void EntityWriter::pen(const Pen& pen) {
  if (pen.type != LineType::kContinuous) out_.text(6, linetype(pen.type));
  if (pen.grey > kByLayerGrey) out_.integer(62, grey_colour(pen.grey));
  out_.integer(370, std::lround(pen.width_mm * 100));
}

void EntityWriter::write(const Shape& shape, Layer layer) {
  if (const auto* line = std::get_if<Polyline>(&shape)) return write_line(*line, layer);
  if (const auto* arc = std::get_if<Arc>(&shape)) return write_arc(*arc, layer);
  if (const auto* fill = std::get_if<Fill>(&shape)) return write_hatch(*fill, layer);
  write_text(std::get<Text>(shape), layer_name(layer, layers_));
}

void EntityWriter::write(const Element& element, const Block* block) {
  if (const auto* boundary = std::get_if<Boundary>(&element.primitive)) {
    if (!boundary->in_cad) return;
    for (const Ring& ring : boundary->rings) write_line({ring, true, kThinPen}, element.layer);
  } else if (const auto* dimension = std::get_if<Dimension>(&element.primitive)) {
    write_dimension(*dimension, element.layer, *block);
  } else if (const auto* symbol = std::get_if<Symbol>(&element.primitive)) {
    write_insert(*symbol, element.layer, *block);
  } else {
    for (const Shape& shape : shapes_of(element.primitive, scale_)) write(shape, element.layer);
  }
}

void EntityWriter::write_line(const Polyline& line, Layer layer) {
  if (line.points.size() < 2) return;
  if (line.points.size() == 2) {
    begin("LINE", layer);
    pen(line.pen);
    out_.subclass("AcDbLine");
    out_.point(10, line.points[0]);
    out_.point(11, line.points[1]);
    return;
  }
  begin("LWPOLYLINE", layer);
  pen(line.pen);
  out_.subclass("AcDbPolyline");
  out_.integer(90, static_cast<long long>(line.points.size()));
  out_.integer(70, line.closed ? 1 : 0);
  for (const Point2& p : line.points) out_.point_2d(10, p);
}

void EntityWriter::write_arc(const Arc& arc, Layer layer) {
  const bool full = arc.end_deg - arc.start_deg >= 360;
  begin(full ? "CIRCLE" : "ARC", layer);
  pen(arc.pen);
  out_.subclass("AcDbCircle");
  out_.point(10, arc.centre);
  out_.length(40, arc.radius);
  if (full) return;
  out_.subclass("AcDbArc");
  out_.real(50, positive_angle(arc.start_deg));
  out_.real(51, positive_angle(arc.end_deg));
}

void EntityWriter::write_hatch(const Fill& fill, Layer layer) {
  const bool solid = fill.pattern == Pattern::kSolid;
  begin("HATCH", layer);
  out_.integer(62, grey_colour(fill.grey));
  out_.subclass("AcDbHatch");
  out_.point(10, {0, 0});
  out_.real(210, 0);
  out_.real(220, 0);
  out_.real(230, 1);
  out_.text(2, solid ? "SOLID" : "ANSI31");
  out_.integer(70, solid ? 1 : 0);
  out_.integer(71, 0);  // not associative
  out_.integer(91, static_cast<long long>(fill.rings.size()));
  for (const Ring& ring : fill.rings) {
    out_.integer(92, signed_area(ring) > 0 ? 3 : 2);  // polyline; external where it is an outline
    out_.integer(72, 0);
    out_.integer(73, 1);
    out_.integer(93, static_cast<long long>(ring.size()));
    for (const Point2& p : ring) out_.point_2d(10, p);
    out_.integer(97, 0);
  }
  out_.integer(75, 0);  // odd parity
  out_.integer(76, 1);  // predefined pattern
  if (!solid) {
    const double spacing = kHatchSpacingPaper * scale_;
    const Point2 offset = direction(135) * spacing;
    out_.real(52, 0);
    out_.real(41, spacing / out_.unit_mm() / kAnsi31Spacing);
    out_.integer(77, 0);
    out_.integer(78, 1);
    out_.real(53, 45);
    out_.length(43, 0);
    out_.length(44, 0);
    out_.length(45, offset.x);
    out_.length(46, offset.y);
    out_.integer(79, 0);
  }
  out_.integer(98, 0);
}

void EntityWriter::text_body(const Text& text, std::string_view value) {
  out_.subclass("AcDbText");
  out_.point(10, text.at);
  out_.length(40, text.height);
  out_.text(1, value);
  out_.real(50, positive_angle(text.angle_deg));
  out_.text(7, kStyleName);
  out_.integer(72, horizontal(text.align));
  out_.point(11, text.at);
}

int EntityWriter::vertical(const Text& text) { return text.level == Level::kMiddle ? 2 : 0; }

void EntityWriter::write_text(const Text& text, std::string_view layer) {
  if (text.text.empty()) return;
  begin("TEXT", layer);
  text_body(text, text.text);
  out_.subclass("AcDbText");
  out_.integer(73, vertical(text));
}

void EntityWriter::write_dimension(const Dimension& dimension, Layer layer, const Block& block) {
  const Point2 along = direction(dimension.angle_deg);
  const double length = dot(dimension.to - dimension.from, along);
  const Point2 line_to = dimension.line_from + along * length;
  // "<>" lets the CAD program show the distance that it measures; what follows is the tolerance.
  const std::string measured = length_label(length, units_);
  std::string label = dimension.label;
  if (label.starts_with(measured)) label.replace(0, measured.size(), "<>");
  // Programs that draw the dimension anew write along its direction: the one in which it is read.
  const double angle = readable_angle(dimension.angle_deg);
  const bool turned = dot(along, direction(angle)) < 0;
  const Point2 text_middle = dimension.text_at + turned_left(direction(angle)) * (dimension.text_height / 2);
  begin("DIMENSION", layer);
  out_.subclass("AcDbDimension");
  out_.text(2, block.name);
  out_.point(10, turned ? dimension.line_from : line_to);
  out_.point(11, text_middle);
  out_.integer(70, 32 + 128);  // rotated, picture of its own, label where we put it
  out_.text(1, label.empty() ? " " : label);
  out_.integer(71, 5);  // the label hangs by its middle
  out_.length(42, length);
  out_.text(3, kStyleName);
  out_.subclass("AcDbAlignedDimension");
  out_.point(13, turned ? dimension.to : dimension.from);
  out_.point(14, turned ? dimension.from : dimension.to);
  out_.real(50, positive_angle(angle));
  out_.subclass("AcDbRotatedDimension");
}

void EntityWriter::write_insert(const Symbol& symbol, Layer layer, const Block& block) {
  const Handle insert = begin("INSERT", layer);
  out_.subclass("AcDbBlockReference");
  if (!symbol.attributes.empty()) out_.integer(66, 1);
  out_.text(2, block.name);
  out_.point(10, symbol.at);
  out_.real(50, positive_angle(symbol.angle_deg));
  if (symbol.attributes.empty()) return;
  for (const Attribute& attribute : symbol.attributes) write_attribute(attribute, symbol, layer, insert);
  out_.object("SEQEND", insert, "AcDbEntity");
  out_.text(8, layer_name(layer, layers_));
  for (const Attribute& attribute : symbol.attributes) {
    for (const Text& text : attribute.shown) {
      write_text(std::get<Text>(placed(text, symbol)), plain_text_layer(layers_));
    }
  }
}

void EntityWriter::write_attribute(const Attribute& attribute, const Symbol& symbol, Layer layer,
                                   Handle insert) {
  const bool shown = !attribute.shown.empty();
  const Shape shape = placed(shown ? attribute.shown.front() : hidden_text(), symbol);
  const Text& text = std::get<Text>(shape);
  out_.object("ATTRIB", insert, "AcDbEntity");
  out_.text(8, layer_name(text_layer(layer), layers_));
  text_body(text, attribute.value);
  out_.subclass("AcDbAttribute");
  out_.text(2, attribute.tag);
  out_.integer(70, shown ? 0 : kInvisible);
  out_.integer(74, vertical(text));
}

void EntityWriter::write_definition(const Attribute& attribute, Layer layer) {
  const bool shown = !attribute.shown.empty();
  const Text text = shown ? attribute.shown.front() : hidden_text();
  begin("ATTDEF", text_layer(layer));
  text_body(text, "");
  out_.subclass("AcDbAttributeDefinition");
  out_.text(3, attribute.tag);
  out_.text(2, attribute.tag);
  out_.integer(70, shown ? 0 : kInvisible);
  out_.integer(74, vertical(text));
}

}  // namespace storey::dxf
