#include "export/svg.h"

#include "export/drawing/labels.h"
#include "export/drawing/layers.h"
#include "export/drawing/style.h"
#include "export/drawing/text_metrics.h"
#include "export/drawing/vec.h"
#include "model/utf8.h"

namespace storey {
namespace {

using namespace drawing;

/// Millimetres with at most one decimal.
std::string number(double value) {
  std::string text = decimal(value, 1);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

std::string point(const Point2& p) { return number(p.x) + " " + number(-p.y); }

std::string grey(double value) {
  const char* digits = "0123456789abcdef";
  const auto level = static_cast<unsigned>(std::lround(value * 255));
  std::string byte{digits[level >> 4], digits[level & 15]};
  return "#" + byte + byte + byte;
}

std::string path_data(const std::vector<Point2>& points, bool closed) {
  std::string data = "M" + point(points.front());
  for (std::size_t i = 1; i < points.size(); ++i) data += (i == 1 ? " L" : " ") + point(points[i]);
  return data + (closed ? " Z" : "");
}

std::string rings_data(const std::vector<Ring>& rings) {
  std::string data;
  for (const Ring& ring : rings) {
    if (!ring.empty()) data += (data.empty() ? "" : " ") + path_data(ring, true);
  }
  return data;
}

class SvgWriter {
 public:
  SvgWriter(const Drawing& drawing, LayerProfile layers) : drawing_(drawing), layers_(layers) {}

  std::string write() {
    open();
    for (int layer = 0; layer < kLayerCount; ++layer) write_layer(static_cast<Layer>(layer));
    text_ += "</svg>\n";
    return std::move(text_);
  }

 private:
  double paper(double mm) const { return mm * drawing_.scale; }

  void open() {
    Extent extent = drawing_.extent;
    if (extent.empty()) extent.add(Point2{0, 0});
    extent.low = extent.low - Point2{paper(kMarginPaper), paper(kMarginPaper)};
    extent.high = extent.high + Point2{paper(kMarginPaper), paper(kMarginPaper)};
    const SheetFrame& frame = drawing_.frame;
    text_ =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
        "xml:space=\"preserve\" width=\"" +
        number(extent.width() / drawing_.scale) + "mm\" height=\"" +
        number(extent.height() / drawing_.scale) + "mm\" viewBox=\"" + number(extent.low.x) + " " +
        number(-extent.high.y) + " " + number(extent.width()) + " " + number(extent.height()) +
        "\" data-units=\"mm\" data-scale=\"" + std::to_string(drawing_.scale) + "\" data-storey=\"" +
        std::to_string(drawing_.storey) + "\" data-plan-origin=\"" + decimal(frame.origin.x, 4) + " " +
        decimal(frame.origin.y, 4) + "\" data-plan-angle=\"" + decimal(frame.angle_deg, 6) + "\">\n<title>" +
        xml_escaped(drawing_.name) + "</title>\n";
    const std::string step = number(paper(kHatchSpacingPaper));
    text_ += "<defs><pattern id=\"hatch\" patternUnits=\"userSpaceOnUse\" width=\"" + step + "\" height=\"" +
             step + "\" patternTransform=\"rotate(45)\"><path d=\"M0 0 V" + step + "\" stroke=\"" +
             grey(kThicknessInferredGrey) + "\" stroke-width=\"" + number(paper(0.4)) +
             "\"/></pattern></defs>\n";
    text_ += "<rect x=\"" + number(extent.low.x) + "\" y=\"" + number(-extent.high.y) + "\" width=\"" +
             number(extent.width()) + "\" height=\"" + number(extent.height()) + "\" fill=\"#ffffff\"/>\n";
  }

  void write_layer(Layer layer) {
    text_ += "<g id=\"" + std::string(layer_name(layer, layers_)) +
             "\" fill=\"none\" stroke-linejoin=\"miter\" " + "font-family=\"'" + kTypeface +
             "', Arial, Helvetica, sans-serif\">\n";
    for (const Element& element : drawing_.elements) {
      if (element.layer == layer) write_element(element);
    }
    text_ += "</g>\n";
  }

  void write_element(const Element& element) {
    const std::string id = element.id.empty() ? "" : " data-id=\"" + xml_escaped(element.id) + "\"";
    if (const auto* boundary = std::get_if<Boundary>(&element.primitive)) {
      text_ += "<path" + id + " class=\"boundary\" pointer-events=\"all\" d=\"" +
               rings_data(boundary->rings) + "\"/>\n";
      return;
    }
    const std::vector<Shape> shapes = shapes_of(element.primitive, drawing_.scale);
    const bool grouped = shapes.size() > 1;
    if (grouped) text_ += "<g" + id + group_class(element.primitive) + ">\n";
    for (const Shape& shape : shapes) {
      std::visit([&](const auto& kind) { write_shape(kind, grouped ? "" : id); }, shape);
    }
    if (grouped) text_ += "</g>\n";
  }

  static std::string group_class(const Primitive& primitive) {
    if (std::holds_alternative<Dimension>(primitive)) return " class=\"dimension\"";
    const auto* symbol = std::get_if<Symbol>(&primitive);
    if (!symbol) return "";
    std::string attributes = " class=\"" + symbol->block + "\"";
    for (const Attribute& attribute : symbol->attributes) {
      if (attribute.tag == "ID" || attribute.value.empty()) continue;
      std::string name = attribute.tag;
      for (char& c : name) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
      attributes += " data-" + name + "=\"" + xml_escaped(attribute.value) + "\"";
    }
    return attributes;
  }

  std::string stroke(const Pen& pen) const {
    std::string text =
        " stroke=\"" + grey(pen.grey) + "\" stroke-width=\"" + number(paper(pen.width_mm)) + "\"";
    if (pen.type != LineType::kContinuous) {
      const bool dashed = pen.type == LineType::kDashed;
      text += " stroke-dasharray=\"" + number(paper(dashed ? kDashPaper : kDotPaper)) + " " +
              number(paper(kDashGapPaper)) + "\"";
    }
    return text;
  }

  void write_shape(const Polyline& line, const std::string& id) {
    if (line.points.empty()) return;
    text_ += "<path" + id + " d=\"" + path_data(line.points, line.closed) + "\"" + stroke(line.pen) + "/>\n";
  }

  void write_shape(const Arc& arc, const std::string& id) {
    if (arc.end_deg - arc.start_deg >= 360) {
      text_ += "<circle" + id + " cx=\"" + number(arc.centre.x) + "\" cy=\"" + number(-arc.centre.y) +
               "\" r=\"" + number(arc.radius) + "\"" + stroke(arc.pen) + "/>\n";
      return;
    }
    const std::string radius = number(arc.radius);
    text_ += "<path" + id + " d=\"M" + point(arc.centre + direction(arc.start_deg) * arc.radius) + " A" +
             radius + " " + radius + " 0 " + (arc.end_deg - arc.start_deg > 180 ? "1" : "0") + " 0 " +
             point(arc.centre + direction(arc.end_deg) * arc.radius) + "\"" + stroke(arc.pen) + "/>\n";
  }

  void write_shape(const Fill& fill, const std::string& id) {
    text_ += "<path" + id + " fill-rule=\"evenodd\" fill=\"" +
             (fill.pattern == Pattern::kHatched ? "url(#hatch)" : grey(fill.grey)) + "\" d=\"" +
             rings_data(fill.rings) + "\"/>\n";
  }

  void write_shape(const Text& text, const std::string& id) {
    if (text.text.empty()) return;
    Point2 at = text.at;
    if (text.level == Level::kMiddle) at = at - turned_left(direction(text.angle_deg)) * (text.height / 2);
    const char* anchor = text.align == Align::kLeft     ? "start"
                         : text.align == Align::kCentre ? "middle"
                                                        : "end";
    text_ += "<text" + id + " x=\"" + number(at.x) + "\" y=\"" + number(-at.y) + "\" font-size=\"" +
             number(text.height / kCapitalHeight) + "\" text-anchor=\"" + anchor + "\" fill=\"" +
             grey(text.grey) + "\"";
    if (text.bold) text_ += " font-weight=\"bold\"";
    if (std::abs(text.angle_deg) > 0.01) {
      text_ += " transform=\"rotate(" + decimal(-text.angle_deg, 3) + " " + point(at) + ")\"";
    }
    text_ += ">" + xml_escaped(text.text) + "</text>\n";
  }

  const Drawing& drawing_;
  LayerProfile layers_;
  std::string text_;
};

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string escaped;
  for (const char c : valid_utf8(text)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20 || c == '\t' || c == '\n') escaped += c;
    }
  }
  return escaped;
}

std::string svg_text(const Drawing& drawing, LayerProfile layers) {
  return SvgWriter(drawing, layers).write();
}

}  // namespace storey
