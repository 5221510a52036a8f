#include "export/drawing/notes.h"

#include <algorithm>
#include <array>

#include "export/drawing/doubt.h"
#include "export/drawing/labels.h"
#include "export/drawing/opening_geometry.h"
#include "export/drawing/overloaded.h"
#include "export/drawing/sheet.h"
#include "export/drawing/style.h"
#include "export/drawing/text_metrics.h"
#include "export/drawing/vec.h"

namespace storey::drawing {
namespace {

constexpr double kLeastDivision = 10;  // mm of paper
constexpr double kLongestBar = 60;
constexpr double kBarHeight = 2;
constexpr double kMillimetresInFoot = 304.8;
constexpr double kRow = 4.5;  // mm from row to row of the legend
constexpr double kSwatchWidth = 8, kSwatchHeight = 2.8;
constexpr double kGap = 8;  // between panels

Ring rectangle(double x, double y, double width, double height) {
  return {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
}

struct LegendRow {
  std::vector<Shape> sign;  // within kSwatchWidth by kSwatchHeight
  std::string text;
};

LegendRow swatch(const Fill& fill, const Pen& pen, std::string text) {
  LegendRow row{{}, std::move(text)};
  const Ring box = rectangle(0, 0, kSwatchWidth, kSwatchHeight);
  row.sign.push_back(Fill{{box}, fill.grey, fill.pattern});
  row.sign.push_back(Polyline{box, true, pen});
  return row;
}

LegendRow abbreviation(const std::string& sign, std::string text) {
  return {{Text{{0, 0.5}, sign, kLabelHeightPaper, 0, Align::kLeft, Level::kBaseline, true}},
          std::move(text)};
}

template <class Elements, class Test>
bool any(const Elements& elements, const Test& test) {
  return std::any_of(elements.begin(), elements.end(), test);
}

std::vector<LegendRow> legend_rows(const Storey& storey, ModelUnits units) {
  std::vector<LegendRow> rows;
  const auto solid = [](const Wall& wall) { return wall.material != "glass"; };
  const auto measured = [&](const Wall& wall) { return solid(wall) && is_sure(wall); };
  if (any(storey.walls,
          [&](const Wall& w) { return measured(w) && w.thickness_basis == Basis::kMeasured; })) {
    rows.push_back(swatch({{}, kMeasuredWallGrey}, kWallPen, "wall, both faces measured"));
  }
  if (any(storey.walls,
          [&](const Wall& w) { return measured(w) && w.thickness_basis == Basis::kInferred; })) {
    rows.push_back(swatch({{}, kThicknessInferredGrey}, kThinPen, "wall, one face measured"));
  }
  if (any(storey.walls, [&](const Wall& w) { return solid(w) && w.basis == Basis::kInferred; })) {
    rows.push_back(
        swatch({{}, kThicknessInferredGrey, Pattern::kHatched}, kInferredWallPen, "wall, inferred"));
  }
  if (any(storey.walls, [&](const Wall& w) { return solid(w) && is_doubted(w); })) {
    rows.push_back(
        swatch({{}, kThicknessInferredGrey, Pattern::kHatched}, kInferredWallPen, "wall, doubtful"));
  }
  if (any(storey.walls, [](const Wall& w) { return w.material == "glass"; })) {
    rows.push_back(swatch({{}, 1}, kThinPen, "glass wall"));
  }
  if (any(storey.openings, [](const Opening& o) { return o.type == OpeningType::kDoor && !o.swing; })) {
    rows.push_back(
        {{Polyline{rectangle(0, kSwatchHeight / 3, kSwatchWidth, kSwatchHeight / 3), true, kHiddenPen}},
         "door, swing not seen"});
  }
  if (any(storey.openings, [](const Opening& o) { return o.type == OpeningType::kOpening; })) {
    rows.push_back({{Polyline{{{0, 0}, {kSwatchWidth, 0}}, false, kHiddenPen},
                     Polyline{{{0, kSwatchHeight}, {kSwatchWidth, kSwatchHeight}}, false, kHiddenPen}},
                    "opening without a leaf"});
  }
  if (any(storey.openings, states_sill)) {
    rows.push_back(abbreviation("SH", "height of sill above floor"));
  }
  if (any(storey.rooms, [](const Room& r) { return r.ceiling_height > 0; })) {
    rows.push_back(abbreviation("CH", "height of ceiling above floor"));
  }
  rows.push_back(abbreviation("±", "half-width of the 95 % interval"));
  rows.push_back(abbreviation(units == ModelUnits::kMetric ? "mm" : "ft-in", "unit of lengths"));
  return rows;
}

/// `primitive`, a shape, enlarged about the origin and then moved.
Primitive enlarged(Primitive primitive, double factor, const Point2& offset) {
  const auto move = [&](Point2& p) { p = p * factor + offset; };
  std::visit(Overloaded{[&](Polyline& line) { std::for_each(line.points.begin(), line.points.end(), move); },
                        [&](Arc& arc) { move(arc.centre), arc.radius *= factor; },
                        [&](Fill& fill) {
                          for (Ring& ring : fill.rings) std::for_each(ring.begin(), ring.end(), move);
                        },
                        [&](Text& text) { move(text.at), text.height *= factor; }, [](auto&) {}},
             primitive);
  return primitive;
}

/// Adds `part` to `panel` with its lower left corner at `at`.
void add_part(Panel& panel, const Panel& part, const Point2& at) {
  for (const Element& element : part.elements) {
    panel.elements.push_back({element.layer, element.id, enlarged(element.primitive, 1, at)});
  }
  panel.width = std::max(panel.width, at.x + part.width);
  panel.height = std::max(panel.height, at.y + part.height);
}

}  // namespace

Panel scale_bar(int scale, ModelUnits units) {
  const bool metric = units == ModelUnits::kMetric;
  double division = 0;
  for (const double candidate : {1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0}) {
    division = candidate;
    if (candidate * (metric ? 1000 : kMillimetresInFoot) / scale >= kLeastDivision) break;
  }
  const double length = division * (metric ? 1000 : kMillimetresInFoot) / scale;
  const int divisions = std::clamp(static_cast<int>(kLongestBar / length), 1, 5);
  Panel panel;
  for (int i = 0; i <= divisions; ++i) {
    const double x = 2 + i * length;
    if (i < divisions && i % 2 == 0) {
      panel.add(Layer::kText, Fill{{rectangle(x, 2, length, kBarHeight)}, kMeasuredWallGrey});
    }
    std::string label = decimal(division * i, 0);
    if (i == divisions) label += metric ? " m" : " ft";
    panel.add(Layer::kText, Text{{x, 3 + kBarHeight}, label, kLabelHeightPaper});
  }
  panel.add(Layer::kText, Polyline{rectangle(2, 2, length * divisions, kBarHeight), true, kThinPen});
  panel.add(Layer::kText, Text{{2, 9}, scale_text(scale, units), kNameHeightPaper, 0, Align::kLeft});
  panel.width = 2 + length * divisions + 6;
  panel.height = 12;
  return panel;
}

Panel plan_north(const SheetFrame& frame) {
  constexpr double kRadius = 6;
  const Point2 centre{kRadius, kRadius + 1};
  const Point2 way = turned_left(direction(-frame.angle_deg));
  const Point2 side = turned_left(way) * (kRadius * 0.45);
  const Point2 tip = centre + way * kRadius, notch = centre - way * (kRadius * 0.35),
               tail = centre - way * (kRadius * 0.8);
  Panel panel;
  panel.add(Layer::kText, Arc{centre, kRadius, 0, 360, kThinPen});
  panel.add(Layer::kText, Fill{{{tip, tail + side, notch}}, kMeasuredWallGrey});
  panel.add(Layer::kText, Polyline{{tip, tail + side, notch, tail - side}, true, kThinPen});
  panel.add(Layer::kText, Text{{2 * kRadius + 2, kRadius + 1}, "y axis", kLabelHeightPaper, 0, Align::kLeft});
  panel.add(Layer::kText,
            Text{{2 * kRadius + 2, kRadius - 2.5}, "of the scan", kLabelHeightPaper, 0, Align::kLeft});
  panel.width = 2 * kRadius + 2 + text_width("of the scan", kLabelHeightPaper);
  panel.height = 2 * kRadius + 2;
  return panel;
}

Panel legend(const Storey& storey, ModelUnits units, double height) {
  const std::vector<LegendRow> rows = legend_rows(storey, units);
  const auto per_column = std::max<std::size_t>(1, static_cast<std::size_t>(height / kRow));
  const std::size_t used = std::min(per_column, rows.size());
  Panel panel;
  panel.height = static_cast<double>(used) * kRow;
  double x = 0, widest = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i > 0 && i % per_column == 0) x += kSwatchWidth + 2 + widest + kGap / 2, widest = 0;
    const Point2 at{x, panel.height - static_cast<double>(i % per_column + 1) * kRow + 1};
    for (const Shape& sign : rows[i].sign) {
      const Primitive primitive = std::visit([](auto kind) { return Primitive(kind); }, sign);
      panel.elements.push_back({Layer::kText, {}, enlarged(primitive, 1, at)});
    }
    panel.add(Layer::kText,
              Text{at + Point2{kSwatchWidth + 2, 0.5}, rows[i].text, kLabelHeightPaper, 0, Align::kLeft});
    widest = std::max(widest, text_width(rows[i].text, kLabelHeightPaper));
    panel.width = x + kSwatchWidth + 2 + widest;
  }
  return panel;
}

Panel notes(const Storey& storey, const Drawing& drawing, ModelUnits units, double height) {
  const Panel bar = scale_bar(drawing.scale, units), arrow = plan_north(drawing.frame);
  const Panel signs = legend(storey, units, height);
  const double top = std::max(bar.height + kGap / 4 + arrow.height, signs.height);
  Panel panel;
  add_part(panel, bar, {0, top - bar.height});
  add_part(panel, arrow, {2, top - bar.height - kGap / 4 - arrow.height});
  add_part(panel, signs, {std::max(bar.width, arrow.width) + kGap, top - signs.height});
  return panel;
}

void place(Drawing& drawing, const Panel& panel, const Point2& at) {
  for (const Element& element : panel.elements) {
    drawing.add(element.layer, element.id, enlarged(element.primitive, drawing.scale, at));
  }
}

void add_surroundings(Drawing& drawing, const Storey& storey, ModelUnits units) {
  constexpr double kDistance = 8, kNotesHeight = 30;
  const double paper = drawing.scale;
  const Extent plan = drawing.extent.empty() ? Extent{{0, 0}, {0, 0}} : drawing.extent;
  const Panel below = notes(storey, drawing, units, kNotesHeight);
  place(drawing, below, {plan.low.x, plan.low.y - (below.height + kDistance) * paper});
  drawing.add(Layer::kTitleBlock, {},
              Text{{plan.low.x, plan.high.y + kDistance * paper},
                   drawing.name,
                   kTitleHeightPaper * paper,
                   0,
                   Align::kLeft,
                   Level::kBaseline,
                   true});
}

}  // namespace storey::drawing
