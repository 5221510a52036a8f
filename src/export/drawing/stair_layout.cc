#include <algorithm>
#include <utility>

#include "export/drawing/doubt.h"
#include "export/drawing/labels.h"
#include "export/drawing/layout.h"
#include "export/drawing/style.h"
#include "export/drawing/text_metrics.h"
#include "export/drawing/vec.h"

namespace storey::drawing {
namespace {

constexpr double kArrowPaper = 2.5;  // length of an arrow's head

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

/// From where to where `ring` reaches along `up`.
std::pair<double, double> reach(const Ring& ring, const Point2& up) {
  double low = 1e300, high = -1e300;
  for (const Point2& p : ring) {
    low = std::min(low, dot(p, up));
    high = std::max(high, dot(p, up));
  }
  return {low, high};
}

/// Lines of the risers between treads, evenly along the direction of climbing; the first and the last one are
/// ends of the outline. Where those of a flight that turns lie, nobody measured.
void add_risers(Page& page, const Stair& stair, const Point2& up, const Pen& pen) {
  if (!stair.is_straight()) return;
  const auto [low, high] = reach(stair.polygon, up);
  const int treads = stair.risers - 1;
  for (int riser = 1; riser < treads; ++riser) {
    const Point2 at = up * (low + (high - low) * riser / treads);
    const std::vector<Point2> line = chord(stair.polygon, at, turned_left(up));
    if (!line.empty()) page.drawing.add(Layer::kStairs, stair.id, Polyline{line, false, pen});
  }
}

/// How far the stair reaches to the side of the line of walking at `at`.
double half_width(const Stair& stair, const Point2& at, const Point2& up) {
  double half = 0;
  for (const Point2& p : chord(stair.polygon, at, turned_left(up))) half = std::max(half, distance(p, at));
  return half;
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
  const std::string label = stair.risers > 0 ? "UP " + std::to_string(stair.risers) + " R" : "UP";
  const double height = page.paper(kLabelHeightPaper);
  const double before = page.paper(2) + text_width(label, height) / 2;
  const Point2 foot = *stair.up_from, mid = middle(foot, tip);
  const Point2 aside = turned_left(up) * (half_width(stair, mid, up) + height * 1.2);
  const auto [low, high] = reach(stair.polygon, up);
  const Point2 below = foot - up * (dot(foot, up) - low + before);
  const Point2 above = tip + up * (high - dot(tip, up) + before);
  for (const Point2& at : {below, mid + aside, mid - aside, above}) {
    const Text text{at, label, height, readable_angle(angle_deg(up)), Align::kCentre, Level::kMiddle};
    if (!page.space.free(box_of(text, height * 0.3))) continue;
    return page.put(Layer::kStairs, stair.id, text);
  }
}

}  // namespace

void lay_out_stairs(Page& page) {
  for (const Stair& stair : page.storey.stairs) {
    const Pen& pen = is_sure(stair) ? kThinPen : kInferredPen;
    page.drawing.add(Layer::kStairs, stair.id, Polyline{stair.polygon, true, pen});
    if (stair.up_from && stair.up_to && distance(*stair.up_from, *stair.up_to) > 0) {
      const Point2 up = unit(*stair.up_to - *stair.up_from);
      add_risers(page, stair, up, pen);
      add_arrow(page, stair, up);
    } else {
      Extent extent;
      for (const Point2& p : stair.polygon) extent.add(p);
      page.drawing.add(Layer::kStairs, stair.id,
                       Text{middle(extent.low, extent.high), "STAIR", page.paper(kLabelHeightPaper), 0,
                            Align::kCentre, Level::kMiddle});
    }
    page.space.block(Region{stair.polygon});
    page.space.block_inside({stair.polygon}, page.paper(kLabelHeightPaper));
    page.drawing.add(Layer::kStairs, stair.id, Boundary{{stair.polygon}, false});
  }
}

}  // namespace storey::drawing
