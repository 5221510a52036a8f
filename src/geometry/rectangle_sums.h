// Sums over rectangles of cells, whatever their size in four steps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace storey {

/// Sums of what the cells of a raster hold (summed-area table; Crow 1984).
template <class T>
class RectangleSums {
 public:
  /// `cells`: row by row.
  RectangleSums(int columns, int rows, const std::vector<T>& cells)
      : columns_(columns),
        rows_(rows),
        sums_((static_cast<std::size_t>(columns) + 1) * (static_cast<std::size_t>(rows) + 1)) {
    auto cell = cells.begin();
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c)
        sums_[index(c + 1, r + 1)] =
            *cell++ + sums_[index(c, r + 1)] + sums_[index(c + 1, r)] - sums_[index(c, r)];
  }

  /// Over those of the cells [c0, c1) x [r0, r1) that there are.
  T over(int c0, int c1, int r0, int r1) const {
    clamp(c0, c1, r0, r1);
    return sums_[index(c1, r1)] + sums_[index(c0, r0)] - sums_[index(c0, r1)] - sums_[index(c1, r0)];
  }
  /// The mean of these; 0 of none.
  double mean(int c0, int c1, int r0, int r1) const {
    const T sum = over(c0, c1, r0, r1);
    clamp(c0, c1, r0, r1);
    const int cells = (c1 - c0) * (r1 - r0);
    return cells > 0 ? static_cast<double>(sum) / cells : 0;
  }

 private:
  void clamp(int& c0, int& c1, int& r0, int& r1) const {
    c0 = std::clamp(c0, 0, columns_);
    c1 = std::clamp(c1, c0, columns_);
    r0 = std::clamp(r0, 0, rows_);
    r1 = std::clamp(r1, r0, rows_);
  }
  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * (static_cast<std::size_t>(columns_) + 1) +
           static_cast<std::size_t>(column);
  }

  int columns_, rows_;
  std::vector<T> sums_;  // over the columns and rows before each
};

}  // namespace storey
