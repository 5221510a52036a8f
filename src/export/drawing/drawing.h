// A drawing of one storey, laid out once and translated by every writer (SVG, PNG, PDF, DXF): layers with
// lines, arcs, fills, texts, dimensions and symbols. Lengths are millimetres of the building, y up, in the
// frame of the sheet (SheetFrame); widths of pens are millimetres on paper.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "export/drawing/sheet_frame.h"
#include "storey/plan.h"

namespace storey::drawing {

/// In the order in which they are painted. Names: layers.h.
enum class Layer {
  kAreaBoundary,
  kStairs,
  kWallPattern,
  kWall,
  kColumns,
  kGlazing,
  kGlazingSill,
  kDoor,
  kAreaIdent,
  kDoorIdent,
  kGlazingIdent,
  kDimensions,
  kText,
  kTitleBlock,
};
inline constexpr int kLayerCount = 14;

enum class LineType { kContinuous, kDashed, kDotted };

struct Pen {
  double width_mm = 0.18;  ///< on paper (ISO 128-2 row of widths)
  LineType type = LineType::kContinuous;
  double grey = 0;  ///< 0 black … 1 white
};

struct Polyline {
  std::vector<Point2> points;
  bool closed = false;
  Pen pen;
};

/// Counter-clockwise from `start_deg` to `end_deg`, degrees from the x axis.
struct Arc {
  Point2 centre;
  double radius = 0;
  double start_deg = 0, end_deg = 360;
  Pen pen;
};

enum class Pattern { kSolid, kHatched };

struct Fill {
  std::vector<Ring> rings;  ///< inside by the even-odd rule
  double grey = 0;
  Pattern pattern = Pattern::kSolid;
};

enum class Align { kLeft, kCentre, kRight };
enum class Level { kBaseline, kMiddle };

struct Text {
  Point2 at;
  std::string text;
  double height = 0;  ///< of capitals, mm of the building
  double angle_deg = 0;
  Align align = Align::kCentre;
  Level level = Level::kBaseline;
  bool bold = false;
  double grey = 0;
};

/// What every writer can draw as it is.
using Shape = std::variant<Polyline, Arc, Fill, Text>;

/// A measured distance as a drafter shows it: a line with ticks, extension lines and a label.
struct Dimension {
  Point2 from, to;       ///< the points measured
  Point2 line_from;      ///< foot of `from` on the dimension line
  double angle_deg = 0;  ///< of the dimension line; the distance is measured along it
  std::string label;
  double text_height = 0;
  Point2 text_at;       ///< middle of the label's baseline
  bool leader = false;  ///< the label stands aside: a thin line leads to it
  bool extension_lines = true;
};

/// A named value of a symbol, shown at its place or, without text, only stored.
struct Attribute {
  std::string tag;
  std::string value;
  std::vector<Text> shown;  ///< empty or one text, in the frame of the symbol
};

/// A block: shapes in a frame of their own, put at a place.
struct Symbol {
  std::string block;  ///< kind of block: "DOOR", "WINDOW", "ROOM"
  Point2 at;
  double angle_deg = 0;
  std::vector<Shape> shapes;
  std::vector<Attribute> attributes;
};

/// The outline of an element, not painted: a closed line for CAD, an area to look the element up for
/// programs.
struct Boundary {
  std::vector<Ring> rings;
  bool in_cad = false;
};

using Primitive = std::variant<Polyline, Arc, Fill, Text, Dimension, Symbol, Boundary>;

struct Element {
  Layer layer = Layer::kText;
  std::string id;  ///< of the plan's element it shows; empty for what belongs to none
  Primitive primitive;
};

/// Axis-parallel, mm.
struct Extent {
  Point2 low{1e300, 1e300}, high{-1e300, -1e300};

  bool empty() const { return low.x > high.x; }
  double width() const { return empty() ? 0 : high.x - low.x; }
  double height() const { return empty() ? 0 : high.y - low.y; }
  void add(const Point2& p);
  void add(const Extent& other);
};

struct Drawing {
  int storey = 0;
  std::string name;
  int scale = 100;  ///< 1:scale, for which texts, pens and gaps are sized
  SheetFrame frame;
  Extent extent;  ///< of all elements, texts included
  std::vector<Element> elements;

  void add(Layer layer, std::string id, Primitive primitive);
};

/// The shapes that show `primitive`, in the frame of the drawing, in the order of painting: itself, or what a
/// symbol or a dimension consists of. A boundary shows nothing. `scale` as in Drawing.
std::vector<Shape> shapes_of(const Primitive& primitive, int scale);

/// `shape` of the symbol's own frame, in the frame of the drawing.
Shape placed(Shape shape, const Symbol& symbol);

/// The extent of what is painted.
Extent extent_of(const Shape& shape);

}  // namespace storey::drawing
