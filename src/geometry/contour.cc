#include "geometry/contour.h"

#include <algorithm>
#include <array>

namespace storey {
namespace {

// Directions counter-clockwise: east, north, west, south.
constexpr std::array<std::array<int, 2>, 4> kStep = {{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};

struct Tracer {
  const Grid<std::int32_t>& labels;
  std::int32_t label;

  bool inside(int c, int r) const { return labels.frame.inside(c, r) && labels.at(c, r) == label; }
  /// Is there an outline edge from corner (x, y) in direction d: region to the left, none to the right?
  bool has_edge(int x, int y, int d) const {
    switch (d) {
      case 0:
        return inside(x, y) && !inside(x, y - 1);
      case 1:
        return inside(x - 1, y) && !inside(x, y);
      case 2:
        return inside(x - 1, y - 1) && !inside(x - 1, y);
      default:
        return inside(x, y - 1) && !inside(x - 1, y - 1);
    }
  }
};

void simplify(const std::vector<Vec2>& points, std::size_t first, std::size_t last, double tolerance,
              std::vector<bool>& keep) {
  std::vector<std::pair<std::size_t, std::size_t>> todo = {{first, last}};
  while (!todo.empty()) {
    const auto [a, b] = todo.back();
    todo.pop_back();
    if (b <= a + 1) continue;
    const Vec2 chord = points[b] - points[a];
    const double length = chord.norm();
    double worst = tolerance;
    std::size_t at = 0;
    for (std::size_t i = a + 1; i < b; ++i) {
      const Vec2 d = points[i] - points[a];
      const double distance = length > 0 ? std::abs(cross(chord, d)) / length : d.norm();
      if (distance > worst) {
        worst = distance;
        at = i;
      }
    }
    if (at == 0) continue;
    keep[at] = true;
    todo.emplace_back(a, at);
    todo.emplace_back(at, b);
  }
}

}  // namespace

std::vector<CellBox> boxes_of(const Grid<std::int32_t>& labels, std::int32_t last) {
  const GridFrame& frame = labels.frame;
  std::vector<CellBox> boxes(static_cast<std::size_t>(last) + 1, {frame.columns, 0, frame.rows, 0});
  each_cell(frame, [&](int c, int r) {
    const std::int32_t label = labels.at(c, r);
    if (label < 0 || label > last) return;
    CellBox& box = boxes[static_cast<std::size_t>(label)];
    box = {std::min(box.first_column, c), std::max(box.last_column, c + 1), std::min(box.first_row, r),
           r + 1};
  });
  return boxes;
}

std::vector<std::vector<Vec2>> trace_contours(const Grid<std::int32_t>& labels, std::int32_t label,
                                              const CellBox& box) {
  if (box.empty()) return {};
  const Tracer tracer{labels, label};
  const GridFrame& frame = labels.frame;
  const int corners = box.last_column - box.first_column + 1;  // of cells, per row
  std::vector<std::uint8_t> visited(
      static_cast<std::size_t>(corners) * static_cast<std::size_t>(box.last_row - box.first_row + 1), 0);
  const auto visit = [&](int x, int y) -> std::uint8_t& {
    return visited[static_cast<std::size_t>(y - box.first_row) * static_cast<std::size_t>(corners) +
                   static_cast<std::size_t>(x - box.first_column)];
  };
  std::vector<std::vector<Vec2>> contours;
  for (int y = box.first_row; y <= box.last_row; ++y)
    for (int x = box.first_column; x <= box.last_column; ++x)
      for (int d = 0; d < 4; ++d) {
        if (!tracer.has_edge(x, y, d) || (visit(x, y) >> d & 1)) continue;
        std::vector<Vec2> ring;
        int cx = x, cy = y, cd = d;
        while (!(visit(cx, cy) >> cd & 1)) {
          visit(cx, cy) = static_cast<std::uint8_t>(visit(cx, cy) | 1 << cd);
          ring.push_back(frame.origin + frame.cell * Vec2(cx, cy));
          cx += kStep[static_cast<std::size_t>(cd)][0];
          cy += kStep[static_cast<std::size_t>(cd)][1];
          // Left before straight before right: cells that touch at a corner only are kept apart.
          for (const int turn : {1, 0, 3}) {
            const int next = (cd + turn) % 4;
            if (!tracer.has_edge(cx, cy, next)) continue;
            cd = next;
            break;
          }
        }
        contours.push_back(std::move(ring));
      }
  std::ranges::stable_sort(contours, std::ranges::greater{}, std::ranges::size);
  return contours;
}

std::vector<Vec2> simplify_ring(const std::vector<Vec2>& ring, double tolerance) {
  if (ring.size() < 4) return ring;
  std::size_t far = 0;
  for (std::size_t i = 1; i < ring.size(); ++i)
    if ((ring[i] - ring[0]).squaredNorm() > (ring[far] - ring[0]).squaredNorm()) far = i;
  std::vector<Vec2> closed = ring;
  closed.push_back(ring[0]);
  std::vector<bool> keep(closed.size(), false);
  keep[0] = keep[far] = true;
  simplify(closed, 0, far, tolerance, keep);
  simplify(closed, far, closed.size() - 1, tolerance, keep);
  std::vector<Vec2> corners;
  for (std::size_t i = 0; i < ring.size(); ++i)
    if (keep[i]) corners.push_back(ring[i]);
  return corners;
}

}  // namespace storey
