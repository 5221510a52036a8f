// A dense raster over a part of the plan.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
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
  /// The corner across from the origin.
  Eigen::Vector2d end() const { return origin + cell * Eigen::Vector2d(columns, rows); }
  /// The index of the cell that holds `p`; nothing beyond the raster.
  std::optional<std::size_t> find(const Eigen::Vector2d& p) const {
    const int c = column(p.x()), r = row(p.y());
    return inside(c, r) ? std::optional(index(c, r)) : std::nullopt;
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
  /// The cell that holds `p`; null beyond the raster.
  T* find(const Eigen::Vector2d& p) {
    const std::optional<std::size_t> cell = frame.find(p);
    return cell ? &cells[*cell] : nullptr;
  }
  const T* find(const Eigen::Vector2d& p) const {
    const std::optional<std::size_t> cell = frame.find(p);
    return cell ? &cells[*cell] : nullptr;
  }
  /// What it holds, or `outside` beyond the raster.
  T get(const Eigen::Vector2d& p, T outside = T{}) const {
    const T* const cell = find(p);
    return cell != nullptr ? *cell : outside;
  }
};

using Mask = Grid<std::uint8_t>;

// The raster's cells among these, as (column, row), row by row:

/// Visits those from one column to another, and from one row to another, the last ones included.
template <class Visit>
void each_cell_from(const GridFrame& frame, int first_column, int last_column, int first_row, int last_row,
                    const Visit& visit) {
  first_column = std::max(0, first_column);
  last_column = std::min(frame.columns - 1, last_column);
  last_row = std::min(frame.rows - 1, last_row);
  for (int r = std::max(0, first_row); r <= last_row; ++r)
    for (int c = first_column; c <= last_column; ++c) visit(c, r);
}

/// Visits all of them.
template <class Visit>
void each_cell(const GridFrame& frame, const Visit& visit) {
  each_cell_from(frame, 0, frame.columns, 0, frame.rows, visit);
}

/// Visits those of the box from `low` to `high`.
template <class Visit>
void each_cell_within(const GridFrame& frame, const Eigen::Vector2d& low, const Eigen::Vector2d& high,
                      const Visit& visit) {
  each_cell_from(frame, frame.column(low.x()), frame.column(high.x()), frame.row(low.y()),
                 frame.row(high.y()), visit);
}

/// Visits those of the square of 2 `reach` (m) about `p`.
template <class Visit>
void each_cell_about(const GridFrame& frame, const Eigen::Vector2d& p, double reach, const Visit& visit) {
  const Eigen::Vector2d off = Eigen::Vector2d::Constant(reach);
  each_cell_within(frame, p - off, p + off, visit);
}

/// Visits those up to `reach` cells from one along both axes.
template <class Visit>
void each_cell_near(const GridFrame& frame, int column, int row, int reach, const Visit& visit) {
  each_cell_from(frame, column - reach, column + reach, row - reach, row + reach, visit);
}

/// Visits (column, row) of the cells that share an edge with one.
template <class Visit>
void each_beside(const GridFrame& frame, int column, int row, const Visit& visit) {
  if (column + 1 < frame.columns) visit(column + 1, row);
  if (column > 0) visit(column - 1, row);
  if (row + 1 < frame.rows) visit(column, row + 1);
  if (row > 0) visit(column, row - 1);
}

/// Goes on from the cells of `front`, (column, row), to those beside them, all at the same speed, wherever
/// `enters(from, column, row)` says so.
template <class Enters>
void flood(const GridFrame& frame, std::deque<std::pair<int, int>> front, const Enters& enters) {
  while (!front.empty()) {
    const std::pair<int, int> from = front.front();
    front.pop_front();
    each_beside(frame, from.first, from.second, [&](int column, int row) {
      if (enters(from, column, row)) front.emplace_back(column, row);
    });
  }
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
