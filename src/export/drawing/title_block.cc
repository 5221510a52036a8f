#include "export/drawing/title_block.h"

#include <algorithm>

#include "export/drawing/labels.h"
#include "export/drawing/style.h"
#include "export/drawing/text_metrics.h"
#include "export/drawing/vec.h"

namespace storey::drawing {
namespace {

constexpr Pen kFramePen{0.7};  // ISO 5457
constexpr double kPadding = 1.5;
constexpr double kColumns[] = {90, 45, 45};
constexpr int kRows = 3;

/// The longest beginning of `text` that is no wider than `width`, with an ellipsis where something is cut
/// off.
std::string shortened(std::string text, double height, double width) {
  if (text_width(text, height) <= width) return text;
  while (!text.empty() && text_width(text + "…", height) > width) {
    text.pop_back();
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80) text.pop_back();
    if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xC0) text.pop_back();
  }
  return text + "…";
}

class TitleBlockWriter {
 public:
  TitleBlockWriter(Drawing& out, const Extent& area) : out_(out), area_(area) {}

  /// A field with its name above its value; rows count from the top.
  void cell(int row, int column, const std::string& name, const std::string& value, bool bold = false) {
    const double height = area_.height() / kRows;
    double x = area_.low.x;
    for (int i = 0; i < column; ++i) x += kColumns[i];
    const double top = area_.high.y - row * height, width = kColumns[column];
    line({x, top}, {x + width, top});
    line({x, top}, {x, top - height});
    const double inner = width - 2 * kPadding;
    Text label{{x + kPadding, top - kPadding - kLabelHeightPaper}, name, kLabelHeightPaper, 0, Align::kLeft};
    label.grey = 0.4;
    out_.add(Layer::kTitleBlock, {}, label);
    const bool fits = text_width(value, kNameHeightPaper, bold) <= inner;
    const double value_height = fits ? kNameHeightPaper : kLabelHeightPaper;
    out_.add(Layer::kTitleBlock, {},
             Text{{x + kPadding, top - height + kPadding + 0.8},
                  shortened(value, value_height, inner),
                  value_height,
                  0,
                  Align::kLeft,
                  Level::kBaseline,
                  bold});
  }

 private:
  void line(const Point2& a, const Point2& b) {
    out_.add(Layer::kTitleBlock, {}, Polyline{{a, b}, false, kWallPen});
  }

  Drawing& out_;
  Extent area_;
};

void add_frame(Drawing& out, const Sheet& sheet) {
  const Extent& frame = sheet.frame;
  const auto add = [&](std::vector<Point2> points, bool closed) {
    out.add(Layer::kTitleBlock, {}, Polyline{std::move(points), closed, kFramePen});
  };
  add({frame.low, {frame.high.x, frame.low.y}, frame.high, {frame.low.x, frame.high.y}}, true);
  const Point2 centre{sheet.width / 2, sheet.height / 2};
  add({{centre.x, 0}, {centre.x, frame.low.y}}, false);
  add({{centre.x, sheet.height}, {centre.x, frame.high.y}}, false);
  add({{0, centre.y}, {frame.low.x, centre.y}}, false);
  add({{sheet.width, centre.y}, {frame.high.x, centre.y}}, false);
}

}  // namespace

std::string wall_accuracy(const Storey& storey, ModelUnits units) {
  std::vector<double> widths;
  for (const Wall& wall : storey.walls) {
    if (wall.basis == Basis::kMeasured && wall.uncertainty.position_mm > 0) {
      widths.push_back(wall.uncertainty.position_mm);
    }
  }
  if (widths.empty()) return {};
  const auto median = widths.begin() + static_cast<std::ptrdiff_t>(widths.size() / 2);
  std::nth_element(widths.begin(), median, widths.end());
  return tolerance_label(*median, units) + (units == ModelUnits::kMetric ? " mm" : "");
}

Drawing sheet_surroundings(const Sheet& sheet, const Drawing& plan, const Storey& storey,
                           const Options& options, SheetNumber page) {
  Drawing out;
  out.scale = 1;
  add_frame(out, sheet);
  TitleBlockWriter block(out, sheet.title);
  const TitleBlock& title = options.title;
  block.cell(0, 0, "Project", title.project, true);
  block.cell(0, 1, "Date of survey", title.date);
  block.cell(0, 2, "Document", title.number);
  block.cell(1, 0, "Address", title.address);
  block.cell(1, 1, "Scale", scale_text(plan.scale, options.model_units) + "  (" + sheet.name + ")");
  block.cell(1, 2, "Sheet", std::to_string(page.number) + " / " + std::to_string(page.count));
  block.cell(2, 0, "Title", "Floor plan, " + plan.name, true);
  block.cell(2, 1, "Responsible", title.author);
  block.cell(2, 2, "Accuracy of walls, 95 %", wall_accuracy(storey, options.model_units));
  constexpr double kInset = 4;
  const Panel panel = notes(storey, plan, options.model_units, sheet.notes.height() - kInset);
  place(out, panel, {sheet.notes.low.x + kInset, sheet.notes.high.y - panel.height - kInset / 2});
  return out;
}

}  // namespace storey::drawing
