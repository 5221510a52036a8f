#include <algorithm>
#include <array>

#include "export/drawing/doubt.h"
#include "export/drawing/labels.h"
#include "export/drawing/layout.h"
#include "export/drawing/opening_geometry.h"
#include "export/drawing/style.h"
#include "export/drawing/vec.h"

namespace storey::drawing {
namespace {

constexpr double kLeafThickness = 40;  // mm
constexpr double kIndoorProbe = 100;   // mm from a wall's face to a point in the room
constexpr double kLeastSwingDeg = 10;  // a leaf seen closer to its frame than this is drawn closed

const Pen& pen_of(const Opening& opening) { return is_sure(opening) ? kThinPen : kInferredPen; }

/// A line along the wall at `v` mm across it, in the frame of the symbol.
Polyline along_wall(const OpeningPlace& place, double v, const Pen& pen) {
  return {{{0, v}, {place.width, v}}, false, pen};
}

/// The leaf at a right angle to the wall on the side where it was seen, and the way of its edge. The frame of
/// the symbol: x from start to end, y to the left of it.
std::vector<Shape> swinging_leaf(const Opening& opening, const OpeningPlace& place) {
  const Swing& swing = *opening.swing;
  const bool at_start = distance(swing.hinge, place.start) <= distance(swing.hinge, place.end);
  const double side = dot(swing.leaf_end - swing.hinge, place.across) >= 0 ? 1 : -1;
  const Point2 pivot{at_start ? 0 : place.width, side * place.thickness / 2};
  const double inwards = at_start ? 1 : -1;
  const Point2 tip = pivot + Point2{0, side * place.width};
  const Point2 thick{inwards * std::min(kLeafThickness, place.width / 4), 0};
  std::vector<Shape> shapes{Polyline{{pivot, tip, tip + thick, pivot + thick}, true, pen_of(opening)}};
  const double open = side > 0 ? 90 : 270, closed = at_start ? (side > 0 ? 0 : 360) : 180;
  shapes.push_back(Arc{pivot, place.width, std::min(open, closed), std::max(open, closed), kSwingPen});
  return shapes;
}

/// A leaf that was seen, or must be there, without the way it turns.
Shape closed_leaf(const Opening& opening, const OpeningPlace& place) {
  const double half = std::min(kLeafThickness, place.thickness) / 2;
  Pen pen = pen_of(opening);
  pen.type = LineType::kDashed;
  return Polyline{{{0, -half}, {place.width, -half}, {place.width, half}, {0, half}}, true, pen};
}

std::vector<Shape> symbol_shapes(const Opening& opening, const OpeningPlace& place) {
  const double face = place.thickness / 2;
  switch (opening.type) {
    case OpeningType::kDoor: {
      std::vector<Shape> shapes;
      if (opening.swing && opening.swing->angle_deg >= kLeastSwingDeg) {
        shapes = swinging_leaf(opening, place);
      } else {
        shapes.push_back(closed_leaf(opening, place));
      }
      shapes.push_back(along_wall(place, -face, kSwingPen));
      shapes.push_back(along_wall(place, face, kSwingPen));
      return shapes;
    }
    case OpeningType::kWindow:
      return {along_wall(place, 0, pen_of(opening))};
    case OpeningType::kOpening: {
      Pen pen = kHiddenPen;
      pen.grey = pen_of(opening).grey;
      return {along_wall(place, -face, pen), along_wall(place, face, pen)};
    }
  }
  return {};
}

Symbol symbol_of(const Page& page, const Opening& opening, const OpeningPlace& place) {
  static constexpr std::array<const char*, 3> kBlocks{"DOOR", "WINDOW", "OPENING"};
  return {kBlocks[static_cast<std::size_t>(opening.type)],
          place.start,
          angle_deg(place.along),
          symbol_shapes(opening, place),
          {{"MARK", page.marks.at(opening.id), {}},
           {"WIDTH", length_label(place.width, page.units), {}},
           {"HEIGHT", length_label(opening.head - opening.sill, page.units), {}},
           {"SILL", length_label(opening.sill, page.units), {}},
           {"HEAD", length_label(opening.head, page.units), {}},
           {"ID", opening.id, {}}}};
}

/// What the label of an opening says, the fullest form first.
std::vector<std::string> label_forms(const Page& page, const Opening& opening, const OpeningPlace& place) {
  const std::string mark = page.marks.at(opening.id);
  const std::string size =
      length_label(place.width, page.units) + " × " + length_label(opening.head - opening.sill, page.units);
  const std::string sill = "SH " + length_label(opening.sill, page.units);
  if (states_sill(opening)) {
    return {mark + "  " + size + "  " + sill, mark + "  " + sill, mark};
  }
  return {mark + "  " + size, mark};
}

Layer label_layer(const Opening& opening) {
  return opening.type == OpeningType::kWindow ? Layer::kGlazingIdent : Layer::kDoorIdent;
}

/// The side of its wall, 1 or -1, that a label should stand on: indoors, and away from the leaf.
double label_side(const Page& page, const Opening& opening, const OpeningPlace& place) {
  const Point2 probe = place.at(place.width / 2, place.thickness / 2 + kIndoorProbe);
  const Point2 other = place.at(place.width / 2, -place.thickness / 2 - kIndoorProbe);
  const auto indoors = [&](const Point2& p) {
    return std::any_of(page.storey.rooms.begin(), page.storey.rooms.end(),
                       [&](const Room& room) { return contains({room.polygon}, p); });
  };
  if (indoors(probe) != indoors(other)) return indoors(probe) ? 1 : -1;
  if (opening.swing) return dot(opening.swing->leaf_end - opening.swing->hinge, place.across) > 0 ? -1 : 1;
  return -1;
}

/// Beside the opening, along its wall, wherever there is room; left out where there is none (schedules have
/// it).
void add_label(Page& page, const Opening& opening, const OpeningPlace& place) {
  const double height = page.paper(kMarkHeightPaper);
  const double angle = readable_angle(angle_deg(place.along));
  const double first_side = label_side(page, opening, place);
  for (const std::string& form : label_forms(page, opening, place)) {
    for (const double row : {0.0, 1.0, 2.0, 3.0}) {
      for (const double side : {first_side, -first_side}) {
        for (const double shift : {0.5, 0.25, 0.75, 0.0, 1.0}) {
          const double off = place.thickness / 2 + height * (1 + row * 1.4);
          const Text text{
              place.at(place.width * shift, side * off), form, height, angle, Align::kCentre, Level::kMiddle};
          if (!page.space.free(box_of(text, height * 0.45))) continue;
          page.put(label_layer(opening), opening.id, text);
          return;
        }
      }
    }
  }
}

}  // namespace

void reserve_openings(Page& page) {
  for (const Opening& opening : page.storey.openings) {
    const OpeningPlace place = place_of(page.storey, opening);
    for (const Shape& shape : shapes_of(symbol_of(page, opening, place), page.drawing.scale)) {
      page.space.block(shape);
      page.drawing.extent.add(extent_of(shape));
    }
  }
}

void lay_out_openings(Page& page) {
  for (const Opening& opening : page.storey.openings) {
    const OpeningPlace place = place_of(page.storey, opening);
    const bool window = opening.type == OpeningType::kWindow;
    if (window) {
      for (const double side : {-0.5, 0.5}) {
        const double v = side * place.thickness;
        page.drawing.add(Layer::kGlazingSill, opening.id,
                         Polyline{{place.at(0, v), place.at(place.width, v)}, false, pen_of(opening)});
      }
    }
    page.drawing.add(window ? Layer::kGlazing : Layer::kDoor, opening.id, symbol_of(page, opening, place));
    add_label(page, opening, place);
  }
}

}  // namespace storey::drawing
