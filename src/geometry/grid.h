// A dense raster over a part of the plan.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace storey {

/// Where a raster lies: the corner of cell (0, 0), the edge of a cell (m), and its size in cells.
struct GridFrame {
  Eigen::Vector2d origin = Eigen::Vector2d::Zero();
  double cell = 0.02;
  int columns = 0, rows = 0;

  std::size_t size() const { return static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows); }
  int column(double x) const { return static_cast<int>(std::floor((x - origin.x()) / cell)); }
  int row(double y) const { return static_cast<int>(std::floor((y - origin.y()) / cell)); }
  bool inside(int column, int row) const { return column >= 0 && row >= 0 && column < columns && row < rows; }
  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(column);
  }
  Eigen::Vector2d centre(int column, int row) const {
    return origin + cell * Eigen::Vector2d(column + 0.5, row + 0.5);
  }
};

template <class T>
struct Grid {
  GridFrame frame;
  std::vector<T> cells;

  Grid() = default;
  explicit Grid(const GridFrame& f, T value = T{}) : frame(f), cells(f.size(), value) {}
  T& at(int column, int row) { return cells[frame.index(column, row)]; }
  const T& at(int column, int row) const { return cells[frame.index(column, row)]; }
  /// The cell that holds `p`, or `outside` beyond the raster.
  T get(const Eigen::Vector2d& p, T outside = T{}) const {
    const int c = frame.column(p.x()), r = frame.row(p.y());
    return frame.inside(c, r) ? at(c, r) : outside;
  }
};

using Mask = Grid<std::uint8_t>;

/// Visits (column, row) of all cells of the square of 2 `reach` (m) about `p`.
template <class Visit>
void each_cell_about(const GridFrame& frame, const Eigen::Vector2d& p, double reach, const Visit& visit) {
  const int c1 = std::min(frame.columns - 1, frame.column(p.x() + reach)),
            r1 = std::min(frame.rows - 1, frame.row(p.y() + reach));
  for (int r = std::max(0, frame.row(p.y() - reach)); r <= r1; ++r)
    for (int c = std::max(0, frame.column(p.x() - reach)); c <= c1; ++c) visit(c, r);
}

/// Visits (column, row) of the cells that share an edge with one.
template <class Visit>
void each_beside(const GridFrame& frame, int column, int row, const Visit& visit) {
  if (column + 1 < frame.columns) visit(column + 1, row);
  if (column > 0) visit(column - 1, row);
  if (row + 1 < frame.rows) visit(column, row + 1);
  if (row > 0) visit(column, row - 1);
}

/// A frame over [min, max] with `margin` (m) around it.
inline GridFrame frame_over(const Eigen::Vector2d& min, const Eigen::Vector2d& max, double cell,
                            double margin) {
  GridFrame frame;
  frame.cell = cell;
  frame.origin = min - Eigen::Vector2d::Constant(margin);
  frame.columns = std::max(1, static_cast<int>(std::ceil((max.x() - min.x() + 2 * margin) / cell)));
  frame.rows = std::max(1, static_cast<int>(std::ceil((max.y() - min.y() + 2 * margin) / cell)));
  return frame;
}

}  // namespace storey
