// Outlines of labelled regions on a raster.
#pragma once

#include <vector>

#include "geometry/grid.h"
#include "geometry/line.h"

namespace storey {

/// Columns and rows of cells; `last` is past the end.
struct CellBox {
  int first_column = 0, last_column = 0, first_row = 0, last_row = 0;

  bool empty() const { return first_column >= last_column || first_row >= last_row; }
};

/// Per label from 0 to `last`, the least box that holds its cells; an empty one if there are none.
std::vector<CellBox> boxes_of(const Grid<std::int32_t>& labels, std::int32_t last);

/// All closed outlines of the cells with `label`, as chains of cell corners one cell edge apart, with the
/// region to the left: the outer one runs counter-clockwise, holes clockwise. Longest first. `box` holds all
/// of them: that of the label.
std::vector<std::vector<Vec2>> trace_contours(const Grid<std::int32_t>& labels, std::int32_t label,
                                              const CellBox& box);

/// Simplifies a closed chain to the corners that matter (Ramer 1972, Douglas and Peucker 1973); `tolerance`
/// in m.
std::vector<Vec2> simplify_ring(const std::vector<Vec2>& ring, double tolerance);

}  // namespace storey
