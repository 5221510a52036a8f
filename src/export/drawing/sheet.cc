#include "export/drawing/sheet.h"

#include <algorithm>
#include <array>

#include "export/drawing/style.h"

namespace storey::drawing {
namespace {

constexpr double kBindingMargin = 20, kMargin = 10;     // ISO 5457
constexpr double kTitleWidth = 180, kTitleHeight = 36;  // ISO 7200
constexpr double kNotesHeight = 36;                     // where notes lie above the title block
constexpr double kClear = 3;                            // between the frame and the drawing

constexpr std::array<int, 6> kMetricScales{50, 100, 200, 500, 1000, 2000};
constexpr std::array<int, 6> kImperialScales{48, 96, 192, 384, 768, 1536};  // 1/4" = 1'-0" and halves of it

Sheet make_sheet(const std::string& name, double width, double height) {
  Sheet sheet;
  sheet.name = name;
  sheet.width = width;
  sheet.height = height;
  sheet.frame = {{kBindingMargin, kMargin}, {width - kMargin, height - kMargin}};
  sheet.title = {{sheet.frame.high.x - kTitleWidth, kMargin}, {sheet.frame.high.x, kMargin + kTitleHeight}};
  const bool beside = sheet.frame.width() > 1.8 * kTitleWidth;
  sheet.notes = beside ? Extent{sheet.frame.low, {sheet.title.low.x, sheet.title.high.y}}
                       : Extent{{sheet.frame.low.x, sheet.title.high.y},
                                {sheet.frame.high.x, sheet.title.high.y + kNotesHeight}};
  sheet.drawing = {{sheet.frame.low.x, sheet.notes.high.y}, sheet.frame.high};
  return sheet;
}

/// From small to large.
const std::vector<Sheet>& sheets() {
  static const std::vector<Sheet> all{make_sheet("A4", 210, 297), make_sheet("A3", 420, 297),
                                      make_sheet("A2", 594, 420), make_sheet("A1", 841, 594)};
  return all;
}

}  // namespace

std::vector<SheetChoice> sheet_choices(ModelUnits units, int forced_scale) {
  std::vector<SheetChoice> choices;
  const auto add = [&](int scale, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) choices.push_back({sheets()[i], scale});
  };
  if (forced_scale > 0) add(forced_scale, sheets().size());
  const auto& scales = units == ModelUnits::kMetric ? kMetricScales : kImperialScales;
  for (const int scale : scales) add(scale, scale == scales.front() ? 2 : sheets().size());
  return choices;
}

bool fits(const Sheet& sheet, const Drawing& drawing) {
  return drawing.extent.width() / drawing.scale <= sheet.drawing.width() - 2 * kClear &&
         drawing.extent.height() / drawing.scale <= sheet.drawing.height() - 2 * kClear;
}

std::string scale_text(int scale, ModelUnits units) {
  constexpr int kInchesInFoot = 12;
  const int quarters = 4 * kInchesInFoot;  // 1/4" = 1'-0" is 1:48
  if (units == ModelUnits::kImperial && scale % kInchesInFoot == 0 && scale >= quarters) {
    return "1/" + std::to_string(scale / kInchesInFoot) + "\" = 1'-0\"";
  }
  return "1:" + std::to_string(scale);
}

}  // namespace storey::drawing
