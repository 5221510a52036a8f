#include "export/drawing/drawing.h"

#include <algorithm>

#include "export/drawing/overloaded.h"
#include "export/drawing/style.h"
#include "export/drawing/text_metrics.h"
#include "export/drawing/vec.h"

namespace storey::drawing {
namespace {

std::vector<Shape> symbol_shapes(const Symbol& symbol) {
  std::vector<Shape> shapes;
  for (const Shape& shape : symbol.shapes) shapes.push_back(placed(shape, symbol));
  for (const Attribute& attribute : symbol.attributes) {
    for (const Text& text : attribute.shown) shapes.push_back(placed(text, symbol));
  }
  return shapes;
}

/// The line, its ticks (oblique strokes, ISO 129-1), extension lines with a gap at the feature, the label.
std::vector<Shape> dimension_shapes(const Dimension& dimension, int scale) {
  const Point2 along = direction(dimension.angle_deg), across = turned_left(along);
  const Point2 start = dimension.line_from;
  const Point2 end = start + along * dot(dimension.to - start, along);
  const Pen pen{kDimensionPen};
  std::vector<Shape> shapes{Polyline{{start, end}, false, pen}};
  const Point2 tick = (along + across) * (kTickPaper / 2 * scale / std::sqrt(2.0));
  for (const Point2& foot : {start, end}) {
    shapes.push_back(Polyline{{foot - tick, foot + tick}, false, Pen{kTickPen}});
  }
  if (dimension.extension_lines) {
    for (const auto& [feature, foot] : {std::pair{dimension.from, start}, std::pair{dimension.to, end}}) {
      const Point2 way = unit(foot - feature);
      if (distance(feature, foot) <= kExtensionGapPaper * scale) continue;
      shapes.push_back(
          Polyline{{feature + way * (kExtensionGapPaper * scale), foot + way * (kExtensionPastPaper * scale)},
                   false,
                   pen});
    }
  }
  const double text_angle = readable_angle(dimension.angle_deg);
  if (dimension.leader) {
    shapes.push_back(Polyline{{middle(start, end), dimension.text_at - turned_left(direction(text_angle)) *
                                                                           (kLabelGapPaper * scale / 2)},
                              false,
                              pen});
  }
  shapes.push_back(Text{dimension.text_at, dimension.label, dimension.text_height, text_angle, Align::kCentre,
                        Level::kBaseline, false, 0});
  return shapes;
}

Extent text_extent(const Text& text) {
  const Point2 x = direction(text.angle_deg), y = turned_left(x);
  const double width = text_width(text.text, text.height, text.bold);
  const double left = text.align == Align::kLeft ? 0 : text.align == Align::kCentre ? -width / 2 : -width;
  const double bottom = text.level == Level::kMiddle ? -text.height / 2 : 0;
  Extent extent;
  for (const double u : {left, left + width}) {
    for (const double v : {bottom - text.height * kDescent / kCapitalHeight, bottom + text.height}) {
      extent.add(text.at + x * u + y * v);
    }
  }
  return extent;
}

}  // namespace

Shape placed(Shape shape, const Symbol& symbol) {
  const Point2 x = direction(symbol.angle_deg), y = turned_left(x);
  const auto move = [&](Point2& p) { p = symbol.at + x * p.x + y * p.y; };
  std::visit(Overloaded{[&](Polyline& line) { std::for_each(line.points.begin(), line.points.end(), move); },
                        [&](Arc& arc) {
                          move(arc.centre);
                          arc.start_deg += symbol.angle_deg;
                          arc.end_deg += symbol.angle_deg;
                        },
                        [&](Fill& fill) {
                          for (Ring& ring : fill.rings) std::for_each(ring.begin(), ring.end(), move);
                        },
                        [&](Text& text) {
                          move(text.at);
                          text.angle_deg += symbol.angle_deg;
                        }},
             shape);
  return shape;
}

void Extent::add(const Point2& p) {
  low = {std::min(low.x, p.x), std::min(low.y, p.y)};
  high = {std::max(high.x, p.x), std::max(high.y, p.y)};
}

void Extent::add(const Extent& other) {
  if (other.empty()) return;
  add(other.low);
  add(other.high);
}

void Drawing::add(Layer layer, std::string id, Primitive primitive) {
  for (const Shape& shape : shapes_of(primitive, scale)) extent.add(extent_of(shape));
  elements.push_back({layer, std::move(id), std::move(primitive)});
}

std::vector<Shape> shapes_of(const Primitive& primitive, int scale) {
  return std::visit(Overloaded{[](const Boundary&) { return std::vector<Shape>{}; },
                               [](const Symbol& symbol) { return symbol_shapes(symbol); },
                               [&](const Dimension& dimension) { return dimension_shapes(dimension, scale); },
                               [](const auto& shape) { return std::vector<Shape>{shape}; }},
                    primitive);
}

Extent extent_of(const Shape& shape) {
  Extent extent;
  std::visit(Overloaded{[&](const Polyline& line) {
                          for (const Point2& p : line.points) extent.add(p);
                        },
                        [&](const Arc& arc) {
                          const auto on_arc = [&](double at) {
                            return arc.centre + direction(at) * arc.radius;
                          };
                          extent.add(on_arc(arc.start_deg));
                          extent.add(on_arc(arc.end_deg));
                          for (double at = std::ceil(arc.start_deg / 90) * 90; at < arc.end_deg; at += 90) {
                            extent.add(on_arc(at));
                          }
                        },
                        [&](const Fill& fill) {
                          for (const Ring& ring : fill.rings) {
                            for (const Point2& p : ring) extent.add(p);
                          }
                        },
                        [&](const Text& text) { extent.add(text_extent(text)); }},
             shape);
  return extent;
}

}  // namespace storey::drawing
