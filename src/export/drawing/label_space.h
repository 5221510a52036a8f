// The free room on a drawing: keeps labels off each other, off walls and off lines.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "export/drawing/drawing.h"
#include "export/drawing/regions.h"

namespace storey::drawing {

/// A rectangle that lies at any angle.
struct Box {
  Point2 centre;
  double half_width = 0, half_height = 0;
  double angle_deg = 0;
};

/// The box around `text`, with `margin` mm on all sides.
Box box_of(const Text& text, double margin);

class LabelSpace {
 public:
  /// `cell` mm: side of the squares by which obstacles are found again; about the length of a label.
  explicit LabelSpace(double cell) : cell_(cell) {}

  void block(const Point2& a, const Point2& b);
  void block(const Region& region);
  void block(const Shape& shape);
  void block(const Box& box);

  /// The whole of `region`, by lines across it `spacing` mm apart.
  void block_inside(const Region& region, double spacing);

  /// Whether nothing blocked touches `box`. Inside of a blocked region, away from its edges, counts as free.
  bool free(const Box& box) const;
  bool free(const Point2& a, const Point2& b) const;

 private:
  struct Segment {
    Point2 a, b;
  };
  template <class Visit>
  void for_cells(const Extent& extent, const Visit& visit) const;
  template <class Touches>
  bool none_near(const Extent& extent, const Touches& touches_segment) const;

  double cell_;
  std::vector<Segment> segments_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> cells_;
};

}  // namespace storey::drawing
