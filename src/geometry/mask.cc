#include "geometry/mask.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "geometry/distance.h"

namespace storey {

void draw(Mask& mask, const Vec2& a, const Vec2& b) {
  const double step = mask.frame.cell / 4;
  const int n = std::max(1, static_cast<int>(std::ceil((b - a).norm() / step)));
  int last_c = 0, last_r = 0;
  for (int i = 0; i <= n; ++i) {
    const Vec2 p = a + (b - a) * (static_cast<double>(i) / n);
    const int c = mask.frame.column(p.x()), r = mask.frame.row(p.y());
    if (mask.frame.inside(c, r)) mask.at(c, r) = 1;
    if (i > 0 && c != last_c && r != last_r && mask.frame.inside(last_c, r)) mask.at(last_c, r) = 1;
    last_c = c;
    last_r = r;
  }
}

void fill(Mask& mask, const std::vector<std::vector<Vec2>>& rings) {
  const GridFrame& frame = mask.frame;
  std::vector<std::vector<double>> crossings(static_cast<std::size_t>(frame.rows));  // x, per row of centres
  for (const std::vector<Vec2>& ring : rings)
    for (std::size_t i = 0; i < ring.size(); ++i) {
      Vec2 low = ring[i], high = ring[(i + 1) % ring.size()];
      if (low.y() > high.y()) std::swap(low, high);
      const auto row_past = [&](double y) {  // the first whose centre is not below
        const double row = std::ceil((y - frame.origin.y()) / frame.cell - 0.5);
        return static_cast<int>(std::clamp(row, 0.0, static_cast<double>(frame.rows)));
      };
      for (int r = row_past(low.y()); r < row_past(high.y()); ++r) {
        const double y = frame.centre(0, r).y();
        crossings[static_cast<std::size_t>(r)].push_back(low.x() + (y - low.y()) / (high.y() - low.y()) *
                                                                       (high.x() - low.x()));
      }
    }
  for (int r = 0; r < frame.rows; ++r) {
    std::vector<double>& across = crossings[static_cast<std::size_t>(r)];
    std::ranges::sort(across);
    const auto column_past = [&](double x) {
      const double column = std::ceil((x - frame.origin.x()) / frame.cell - 0.5);
      return static_cast<int>(std::clamp(column, 0.0, static_cast<double>(frame.columns)));
    };
    for (std::size_t k = 0; k + 1 < across.size(); k += 2)
      for (int c = column_past(across[k]); c < column_past(across[k + 1]); ++c) mask.at(c, r) = 1;
  }
}

std::vector<int> label_components(const Mask& mask, Grid<std::int32_t>& labels) {
  labels = Grid<std::int32_t>(mask.frame, 0);
  std::vector<int> sizes = {0};
  each_cell(mask.frame, [&](int c, int r) {
    if (!mask.at(c, r) || labels.at(c, r)) return;
    const auto label = static_cast<std::int32_t>(sizes.size());
    sizes.push_back(0);
    const auto take = [&](int column, int row) {
      labels.at(column, row) = label;
      ++sizes[static_cast<std::size_t>(label)];
    };
    take(c, r);
    flood(mask.frame, {{c, r}}, [&](const auto&, int column, int row) {
      if (!mask.at(column, row) || labels.at(column, row)) return false;
      take(column, row);
      return true;
    });
  });
  return sizes;
}

Mask closed(const Mask& mask, double radius, const Mask& barrier) {
  const auto far = static_cast<float>(2 * radius);
  const Grid<float> to_mask = distance_to(mask, 1, &barrier, far);
  Mask outside(mask.frame);  // barriers are no outside
  for (std::size_t i = 0; i < outside.cells.size(); ++i)
    outside.cells[i] = !barrier.cells[i] && static_cast<double>(to_mask.cells[i]) > radius;
  const Grid<float> to_outside = distance_to(outside, 1, &barrier, far);
  Mask result(mask.frame);
  for (std::size_t i = 0; i < result.cells.size(); ++i)
    result.cells[i] =
        !barrier.cells[i] && (mask.cells[i] || (static_cast<double>(to_mask.cells[i]) <= radius &&
                                                static_cast<double>(to_outside.cells[i]) > radius));
  return result;
}

Mask cores(const Mask& mask, double width) {
  const Grid<float> to_edge = distance_to(mask, 0, nullptr);
  Mask inner(mask.frame);
  for (std::size_t i = 0; i < inner.cells.size(); ++i)
    inner.cells[i] = static_cast<double>(to_edge.cells[i]) > width / 2;
  return inner;
}

Mask opened(const Mask& mask, double width) {
  const Grid<float> to_core = distance_to(cores(mask, width), 1, nullptr, static_cast<float>(width));
  Mask wide(mask.frame);
  for (std::size_t i = 0; i < wide.cells.size(); ++i)
    wide.cells[i] = mask.cells[i] && static_cast<double>(to_core.cells[i]) <= width / 2;
  return wide;
}

}  // namespace storey
