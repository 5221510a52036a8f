// Stage 4: a storey in coarse cells, so that a plane looks only at what lies about it.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>

#include "geometry/grid.h"

namespace storey {

// Column and row of a place; what lies beyond an edge counts for the cell there.
inline int column_of(const GridFrame& frame, const Vec2& p) {
  return std::clamp(frame.column(p.x()), 0, frame.columns - 1);
}
inline int row_of(const GridFrame& frame, const Vec2& p) {
  return std::clamp(frame.row(p.y()), 0, frame.rows - 1);
}

/// Calls `visit` with column and row of each cell of the box.
template <class Visit>
void visit_cells(const GridFrame& frame, const Eigen::AlignedBox2d& box, const Visit& visit) {
  for (int r = row_of(frame, box.min()); r <= row_of(frame, box.max()); ++r)
    for (int c = column_of(frame, box.min()); c <= column_of(frame, box.max()); ++c) visit(c, r);
}

inline GridFrame frame_of_cells(const GridFrame& fine, double cell) {
  return frame_over(fine.origin, fine.origin + fine.cell * Vec2(fine.columns, fine.rows), cell, 0);
}

}  // namespace storey
