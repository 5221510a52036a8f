#include "export/drawing/sheet.h"

#include <algorithm>
#include <array>

#include "export/drawing/style.h"

namespace storey::drawing {
namespace {

constexpr double kBindingMargin = 20, kMargin = 10;     // ISO 5457
constexpr double kTitleWidth = 180, kTitleHeight = 36;  // ISO 7200
constexpr double kNotesHeight = 22;                     // where notes lie above the title block
constexpr double kAround = kFirstChainPaper + 3 * kChainSpacingPaper;  // dimensions on one side

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

bool fits(const Sheet& sheet, double width, double height, int scale) {
  return width / scale + 2 * kAround <= sheet.drawing.width() &&
         height / scale + 2 * kAround <= sheet.drawing.height();
}

}  // namespace

SheetChoice choose_sheet(double width, double height, ModelUnits units, int forced_scale) {
  const std::vector<Sheet>& all = sheets();
  if (forced_scale > 0) {
    for (const Sheet& sheet : all) {
      if (fits(sheet, width, height, forced_scale)) return {sheet, forced_scale};
    }
    return {all.back(), forced_scale};
  }
  const auto& scales = units == ModelUnits::kMetric ? kMetricScales : kImperialScales;
  for (const int scale : scales) {
    const std::size_t largest = scale == scales.front() ? 2 : all.size();
    for (std::size_t i = 0; i < largest; ++i) {
      if (fits(all[i], width, height, scale)) return {all[i], scale};
    }
  }
  return {all.back(), scales.back()};
}

Extent building_extent(const Plan& plan, const SheetFrame& frame, const std::vector<int>& storeys) {
  Extent extent;
  const auto add = [&](const Ring& ring) {
    for (const Point2& p : ring) extent.add(frame.sheet_from_plan(p));
  };
  for (const Storey& storey : plan.storeys) {
    if (!storeys.empty() && std::find(storeys.begin(), storeys.end(), storey.index) == storeys.end())
      continue;
    for (const Wall& wall : storey.walls) add(wall.polygon);
    for (const Room& room : storey.rooms) add(room.polygon);
    for (const Column& column : storey.columns) add(column.polygon);
    for (const Stair& stair : storey.stairs) add(stair.polygon);
  }
  return extent;
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
