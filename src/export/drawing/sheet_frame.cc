#include "export/drawing/sheet_frame.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "export/drawing/vec.h"

namespace storey::drawing {
namespace {

/// Degrees of a wall's direction modulo a right angle, [0, 90).
double quarter_angle(const Wall& wall) {
  const double angle = std::fmod(angle_deg(wall.end - wall.start) + 360, 90.0);
  return angle < 0 ? angle + 90 : angle;
}

/// The length-weighted mean of the walls within `reach` degrees of `around`, modulo a right angle.
double mean_direction(const Plan& plan, double around, double reach) {
  double weighted = 0, total = 0;
  for (const Storey& storey : plan.storeys) {
    for (const Wall& wall : storey.walls) {
      const double off = std::remainder(quarter_angle(wall) - around, 90.0);
      if (wall.curve_id || std::abs(off) > reach) continue;
      weighted += off * distance(wall.start, wall.end);
      total += distance(wall.start, wall.end);
    }
  }
  return total > 0 ? around + weighted / total : around;
}

/// The direction that most metres of wall follow, modulo a right angle: the fullest window of 3 degrees, then
/// the mean of the walls near it. Chords of curves have no say.
double main_direction(const Plan& plan) {
  constexpr int kBins = 180;  // of half a degree
  constexpr int kReach = 3;
  std::array<double, kBins> metres{};
  double total = 0;
  for (const Storey& storey : plan.storeys) {
    for (const Wall& wall : storey.walls) {
      if (wall.curve_id) continue;
      const int bin = static_cast<int>(quarter_angle(wall) * kBins / 90) % kBins;
      for (int i = -kReach; i <= kReach; ++i) {
        metres[static_cast<std::size_t>((bin + i + kBins) % kBins)] += distance(wall.start, wall.end);
      }
      total += distance(wall.start, wall.end);
    }
  }
  if (total == 0) return 0;
  const auto fullest = std::max_element(metres.begin(), metres.end()) - metres.begin();
  const double peak = (static_cast<double>(fullest) + 0.5) * 90 / kBins;
  return std::remainder(mean_direction(plan, mean_direction(plan, peak, 2.5), 1), 90.0);
}

template <class Visit>
void visit_points(Storey& storey, const Visit& visit) {
  const auto ring = [&](Ring& points) { std::for_each(points.begin(), points.end(), visit); };
  for (Wall& wall : storey.walls) {
    visit(wall.start), visit(wall.end), ring(wall.polygon);
    for (Face& face : wall.faces) visit(face.a), visit(face.b);
  }
  for (Opening& opening : storey.openings) {
    visit(opening.start), visit(opening.end);
    if (opening.swing) visit(opening.swing->hinge), visit(opening.swing->leaf_end);
  }
  for (Room& room : storey.rooms) {
    ring(room.polygon);
    std::for_each(room.holes.begin(), room.holes.end(), ring);
    for (ClearDimension& clear : room.clear_dimensions) visit(clear.from), visit(clear.to);
  }
  for (Column& column : storey.columns) ring(column.polygon);
  for (Stair& stair : storey.stairs) {
    ring(stair.polygon);
    if (stair.up_from) visit(*stair.up_from);
    if (stair.up_to) visit(*stair.up_to);
  }
}

void heights_to_millimetres(Storey& storey) {
  storey.floor_z *= 1000, storey.ceiling_z *= 1000;
  for (Wall& wall : storey.walls) wall.thickness *= 1000;
  for (Opening& opening : storey.openings) opening.sill *= 1000, opening.head *= 1000;
  for (Room& room : storey.rooms) {
    room.ceiling_height *= 1000;
    for (ClearDimension& clear : room.clear_dimensions) clear.length *= 1000;
  }
}

}  // namespace

Point2 SheetFrame::sheet_from_plan(const Point2& plan) const {
  const Point2 x = direction(angle_deg), offset = plan - origin;
  return Point2{dot(offset, x), dot(offset, turned_left(x))} * 1000;
}

Point2 SheetFrame::plan_from_sheet(const Point2& sheet) const {
  const Point2 x = direction(angle_deg);
  return origin + x * (sheet.x / 1000) + turned_left(x) * (sheet.y / 1000);
}

SheetFrame sheet_frame(const Plan& plan, Orientation orientation) {
  SheetFrame frame;
  if (orientation == Orientation::kScan) return frame;
  frame.angle_deg = main_direction(plan);
  Point2 low{1e300, 1e300};
  for (Storey storey : plan.storeys) {
    visit_points(storey, [&](const Point2& p) {
      const Point2 turned = frame.sheet_from_plan(p);
      low = {std::min(low.x, turned.x), std::min(low.y, turned.y)};
    });
  }
  if (low.x < 1e300) {
    frame.origin = frame.plan_from_sheet({std::floor(low.x / 1000) * 1000, std::floor(low.y / 1000) * 1000});
  }
  return frame;
}

Storey on_sheet(const Storey& storey, const SheetFrame& frame) {
  Storey sheet = storey;
  visit_points(sheet, [&](Point2& p) { p = frame.sheet_from_plan(p); });
  heights_to_millimetres(sheet);
  return sheet;
}

}  // namespace storey::drawing
