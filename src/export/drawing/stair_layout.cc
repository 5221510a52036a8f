#include <algorithm>

#include "export/drawing/labels.h"
#include "export/drawing/layout.h"
#include "export/drawing/style.h"
#include "export/drawing/vec.h"

namespace storey::drawing {
namespace {

constexpr double kArrowPaper = 2.5;  // length of an arrow's head
constexpr double kUpHeightPaper = kLabelHeightPaper;

/// The chord of `ring` on the line through `at` along `across`; nothing where the line misses it.
std::vector<Point2> chord(const Ring& ring, const Point2& at, const Point2& across) {
  double low = 1e300, high = -1e300;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Point2 a = ring[i] - at, b = ring[(i + 1) % ring.size()] - at;
    const double side_a = cross(across, a), side_b = cross(across, b);
    if ((side_a > 0) == (side_b > 0)) continue;
    const Point2 hit = a + (b - a) * (side_a / (side_a - side_b));
    low = std::min(low, dot(hit, across));
    high = std::max(high, dot(hit, across));
  }
  if (low > high) return {};
  return {at + across * low, at + across * high};
}

/// Lines of the risers: as many as were counted, evenly along the direction of climbing.
void add_risers(Page& page, const Stair& stair, const Point2& up, const Pen& pen) {
  double low = 1e300, high = -1e300;
  for (const Point2& p : stair.polygon) {
    low = std::min(low, dot(p, up));
    high = std::max(high, dot(p, up));
  }
  for (int riser = 1; riser < stair.risers; ++riser) {
    const Point2 at = up * (low + (high - low) * riser / stair.risers);
    const std::vector<Point2> line = chord(stair.polygon, at, turned_left(up));
    if (!line.empty()) page.drawing.add(Layer::kStairs, stair.id, Polyline{line, false, pen});
  }
}

void add_arrow(Page& page, const Stair& stair, const Point2& up) {
  const Point2 tip = *stair.up_to;
  const double head = page.paper(kArrowPaper);
  const Point2 side = turned_left(up) * (head / 3);
  page.drawing.add(Layer::kStairs, stair.id, Arc{*stair.up_from, page.paper(0.7), 0, 360, kThinPen});
  page.drawing.add(Layer::kStairs, stair.id,
                   Polyline{{*stair.up_from + up * page.paper(0.7), tip}, false, kThinPen});
  page.drawing.add(Layer::kStairs, stair.id,
                   Polyline{{tip - up * head + side, tip, tip - up * head - side}, false, kThinPen});
  const double angle = readable_angle(angle_deg(up));
  const std::string label = stair.risers > 0 ? "UP " + std::to_string(stair.risers) + " R" : "UP";
  const Text text{middle(*stair.up_from, tip) + turned_left(direction(angle)) * page.paper(kLabelGapPaper),
                  label, page.paper(kUpHeightPaper), angle};
  page.put(Layer::kStairs, stair.id, text);
}

}  // namespace

void lay_out_stairs(Page& page) {
  for (const Stair& stair : page.storey.stairs) {
    const Pen& pen = stair.basis == Basis::kMeasured ? kThinPen : kInferredPen;
    page.drawing.add(Layer::kStairs, stair.id, Polyline{stair.polygon, true, pen});
    if (stair.up_from && stair.up_to && distance(*stair.up_from, *stair.up_to) > 0) {
      const Point2 up = unit(*stair.up_to - *stair.up_from);
      add_risers(page, stair, up, pen);
      add_arrow(page, stair, up);
    } else {
      Extent extent;
      for (const Point2& p : stair.polygon) extent.add(p);
      page.drawing.add(Layer::kStairs, stair.id,
                       Text{middle(extent.low, extent.high), "STAIR", page.paper(kUpHeightPaper), 0,
                            Align::kCentre, Level::kMiddle});
    }
    page.space.block_inside(stair.polygon, page.paper(kLabelHeightPaper));
    page.drawing.add(Layer::kStairs, stair.id, Boundary{{stair.polygon}, false});
  }
}

}  // namespace storey::drawing
