#include "export/drawing/label_space.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "export/drawing/text_metrics.h"
#include "export/drawing/vec.h"

namespace storey::drawing {
namespace {

std::array<Point2, 4> corners(const Box& box) {
  const Point2 u = direction(box.angle_deg) * box.half_width;
  const Point2 v = turned_left(direction(box.angle_deg)) * box.half_height;
  return {box.centre - u - v, box.centre + u - v, box.centre + u + v, box.centre - u + v};
}

/// Cohen–Sutherland's question in the frame of the box: does the segment meet the rectangle?
bool touches(const Box& box, const Point2& a, const Point2& b) {
  const Point2 u = direction(box.angle_deg), v = turned_left(u);
  const Point2 from{dot(a - box.centre, u), dot(a - box.centre, v)};
  const Point2 way{dot(b - a, u), dot(b - a, v)};
  double first = 0, last = 1;
  const auto clip = [&](double start, double step, double half) {
    if (step == 0) return std::abs(start) <= half;
    const double enter = (-half - start) / step, leave = (half - start) / step;
    first = std::max(first, std::min(enter, leave));
    last = std::min(last, std::max(enter, leave));
    return first <= last;
  };
  return clip(from.x, way.x, box.half_width) && clip(from.y, way.y, box.half_height);
}

bool segments_touch(const Point2& a, const Point2& b, const Point2& c, const Point2& d) {
  return cross(b - a, c - a) * cross(b - a, d - a) <= 0 && cross(d - c, a - c) * cross(d - c, b - c) <= 0;
}

}  // namespace

Box box_of(const Text& text, double margin) {
  const double width = text_width(text.text, text.height, text.bold);
  const Point2 x = direction(text.angle_deg), y = turned_left(x);
  const double along = text.align == Align::kLeft ? width / 2 : text.align == Align::kCentre ? 0 : -width / 2;
  const double up = text.level == Level::kBaseline ? text.height / 2 : 0;
  return {text.at + x * along + y * up, width / 2 + margin, text.height / 2 + margin, text.angle_deg};
}

template <class Visit>
void LabelSpace::for_cells(const Extent& extent, const Visit& visit) const {
  const auto cell = [&](double value) { return static_cast<std::int64_t>(std::floor(value / cell_)); };
  for (std::int64_t x = cell(extent.low.x); x <= cell(extent.high.x); ++x) {
    for (std::int64_t y = cell(extent.low.y); y <= cell(extent.high.y); ++y) {
      visit(static_cast<std::uint64_t>(x) << 32 ^ (static_cast<std::uint64_t>(y) & 0xFFFFFFFF));
    }
  }
}

template <class Touches>
bool LabelSpace::none_near(const Extent& extent, const Touches& touches_segment) const {
  bool none = true;
  for_cells(extent, [&](std::uint64_t key) {
    const auto found = cells_.find(key);
    if (!none || found == cells_.end()) return;
    none = std::none_of(found->second.begin(), found->second.end(),
                        [&](std::uint32_t index) { return touches_segment(segments_[index]); });
  });
  return none;
}

void LabelSpace::block(const Point2& a, const Point2& b) {
  // In pieces no longer than a cell, so that a long oblique line does not fill its bounding box with entries.
  const double pieces = std::max(1.0, std::ceil(distance(a, b) / cell_));
  for (double i = 0; i < pieces; ++i) {
    const Segment segment{a + (b - a) * (i / pieces), a + (b - a) * ((i + 1) / pieces)};
    const auto index = static_cast<std::uint32_t>(segments_.size());
    segments_.push_back(segment);
    Extent extent;
    extent.add(segment.a);
    extent.add(segment.b);
    for_cells(extent, [&](std::uint64_t key) { cells_[key].push_back(index); });
  }
}

void LabelSpace::block(const Region& region) {
  for (const Ring& ring : region) {
    for (std::size_t i = 0; i < ring.size(); ++i) block(ring[i], ring[(i + 1) % ring.size()]);
  }
}

void LabelSpace::block(const Box& box) {
  // The diagonals too: a smaller box may lie within.
  const auto c = corners(box);
  for (std::size_t i = 0; i < 4; ++i) block(c[i], c[(i + 1) % 4]);
  block(c[0], c[2]);
  block(c[1], c[3]);
}

void LabelSpace::block_inside(const Region& region, double spacing) {
  Extent extent;
  for (const Ring& ring : region) {
    for (const Point2& p : ring) extent.add(p);
  }
  for (double y = extent.low.y; y < extent.high.y; y += spacing) {
    std::vector<double> hits;
    for (const Ring& ring : region) {
      for (std::size_t i = 0; i < ring.size(); ++i) {
        const Point2 a = ring[i], b = ring[(i + 1) % ring.size()];
        if ((a.y > y) != (b.y > y)) hits.push_back(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x));
      }
    }
    std::sort(hits.begin(), hits.end());
    for (std::size_t i = 0; i + 1 < hits.size(); i += 2) block({hits[i], y}, {hits[i + 1], y});
  }
}

void LabelSpace::block(const Shape& shape) {
  if (const auto* line = std::get_if<Polyline>(&shape)) {
    for (std::size_t i = 0; i + 1 < line->points.size() + (line->closed ? 1 : 0); ++i) {
      block(line->points[i], line->points[(i + 1) % line->points.size()]);
    }
  } else if (const auto* arc = std::get_if<Arc>(&shape)) {
    constexpr int kChords = 12;
    const double step = (arc->end_deg - arc->start_deg) / kChords;
    for (int i = 0; i < kChords; ++i) {
      block(arc->centre + direction(arc->start_deg + step * i) * arc->radius,
            arc->centre + direction(arc->start_deg + step * (i + 1)) * arc->radius);
    }
  } else if (const auto* fill = std::get_if<Fill>(&shape)) {
    block(fill->rings);
  } else {
    block(box_of(std::get<Text>(shape), 0));
  }
}

bool LabelSpace::free(const Box& box) const {
  Extent extent;
  for (const Point2& corner : corners(box)) extent.add(corner);
  return none_near(extent, [&](const Segment& segment) { return touches(box, segment.a, segment.b); });
}

bool LabelSpace::free(const Point2& a, const Point2& b) const {
  Extent extent;
  extent.add(a);
  extent.add(b);
  return none_near(extent,
                   [&](const Segment& segment) { return segments_touch(a, b, segment.a, segment.b); });
}

}  // namespace storey::drawing
