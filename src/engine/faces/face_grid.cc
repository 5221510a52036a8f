#include "engine/faces/face_grid.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "geometry/rank.h"

namespace storey {
namespace {

std::vector<LinePart> stretches_of(const std::vector<WallFace>& faces) {
  std::vector<LinePart> stretches;
  for (const WallFace& face : faces) stretches.push_back({face.line, face.reach()});
  return stretches;
}

Eigen::AlignedBox2d box_about(const Vec2& a, const Vec2& b, double margin) {
  return {a.cwiseMin(b) - Vec2::Constant(margin), a.cwiseMax(b) + Vec2::Constant(margin)};
}

/// Calls `visit` with (column, row) of each cell within `margin` (m) of the stretch, and of some others.
template <class Visit>
void visit_cells_about(const GridFrame& frame, const Line2& line, const Interval& stretch, double margin,
                       const Visit& visit) {
  for (double s = stretch.from;; s += frame.cell) {  // in pieces: the box around all of it may be large
    const double to = std::min(stretch.to, s + frame.cell);
    const Eigen::AlignedBox2d box = box_about(line.at(s), line.at(to), margin);
    each_cell_within(frame, box.min(), box.max(), visit);
    if (to >= stretch.to) return;
  }
}

}  // namespace

FaceGrid::FaceGrid(const std::vector<WallFace>& faces) : FaceGrid(stretches_of(faces), kAbout) {}

FaceGrid::FaceGrid(const std::vector<LinePart>& stretches, double about) : count_(stretches.size()) {
  const double cell = 2 * about;  // m: smaller ones would hold the same
  Eigen::AlignedBox2d all;
  for (const LinePart& stretch : stretches) {
    all.extend(stretch.line.at(stretch.extent.from));
    all.extend(stretch.line.at(stretch.extent.to));
  }
  if (all.isEmpty()) all.extend(Vec2::Zero().eval());
  cells_ = Grid<std::vector<std::uint32_t>>(frame_over(all.min(), all.max(), cell, about + cell));
  for (std::uint32_t f = 0; f < stretches.size(); ++f)
    visit_cells_about(cells_.frame, stretches[f].line, stretches[f].extent, about, [&](int c, int r) {
      std::vector<std::uint32_t>& here = cells_.at(c, r);
      if (here.empty() || here.back() != f) here.push_back(f);
    });
}

std::span<const std::uint32_t> FaceGrid::at(const Vec2& p) const {
  const std::vector<std::uint32_t>* const cell = cells_.find(p);
  return cell != nullptr ? *cell : std::span<const std::uint32_t>();
}

std::vector<std::uint32_t> FaceGrid::within(const Eigen::AlignedBox2d& box) const {
  std::vector<bool> known(count_, false);  // most faces cross many cells of a large box
  std::vector<std::uint32_t> found;
  each_cell_within(cells_.frame, box.min(), box.max(), [&](int c, int r) {
    for (const std::uint32_t face : cells_.at(c, r)) {
      if (known[face]) continue;
      known[face] = true;
      found.push_back(face);
    }
  });
  std::ranges::sort(found);
  return found;
}

std::vector<std::uint32_t> FaceGrid::about(const Vec2& p, double reach) const {
  std::vector<std::uint32_t> found;
  each_cell_about(cells_.frame, p, reach,
                  [&](int c, int r) { std::ranges::copy(cells_.at(c, r), std::back_inserter(found)); });
  return each_once(std::move(found));
}

std::vector<std::uint32_t> FaceGrid::along(const Line2& line, const Interval& stretch) const {
  std::vector<std::uint32_t> found;
  visit_cells_about(cells_.frame, line, stretch, 0,
                    [&](int c, int r) { std::ranges::copy(cells_.at(c, r), std::back_inserter(found)); });
  return each_once(std::move(found));
}

std::vector<std::uint32_t> FaceGrid::along(const Line2& line) const {
  const double end = farthest(line.point);
  return along(line, {-end, end});
}

double FaceGrid::farthest(const Vec2& p) const {
  return (p - cells_.frame.origin).cwiseAbs().cwiseMax((p - cells_.frame.end()).cwiseAbs()).norm();
}

}  // namespace storey
