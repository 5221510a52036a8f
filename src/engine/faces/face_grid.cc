#include "engine/faces/face_grid.h"

#include <algorithm>
#include <optional>
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

/// Calls `visit` with the number of each cell in the box.
template <class Visit>
void visit_cells(const GridFrame& frame, const Eigen::AlignedBox2d& box, const Visit& visit) {
  each_cell_within(frame, box.min(), box.max(), [&](int c, int r) { visit(frame.index(c, r)); });
}

/// Calls `visit` with each cell within `margin` (m) of the stretch, and with some others.
template <class Visit>
void visit_cells_about(const GridFrame& frame, const Line2& line, const Interval& stretch, double margin,
                       const Visit& visit) {
  for (double s = stretch.from;; s += frame.cell) {  // in pieces: the box around all of it may be large
    const double to = std::min(stretch.to, s + frame.cell);
    visit_cells(frame, box_about(line.at(s), line.at(to), margin), visit);
    if (to >= stretch.to) return;
  }
}

void append(std::span<const std::uint32_t> faces, std::vector<std::uint32_t>& to) {
  to.insert(to.end(), faces.begin(), faces.end());
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
  frame_ = frame_over(all.min(), all.max(), cell, about + cell);
  std::vector<std::vector<std::uint32_t>> cells(frame_.size());
  for (std::uint32_t f = 0; f < stretches.size(); ++f)
    visit_cells_about(frame_, stretches[f].line, stretches[f].extent, about, [&](std::size_t at) {
      if (cells[at].empty() || cells[at].back() != f) cells[at].push_back(f);
    });
  first_.reserve(cells.size() + 1);
  for (const std::vector<std::uint32_t>& some : cells) {
    first_.push_back(static_cast<std::uint32_t>(faces_.size()));
    faces_.insert(faces_.end(), some.begin(), some.end());
  }
  first_.push_back(static_cast<std::uint32_t>(faces_.size()));
}

std::span<const std::uint32_t> FaceGrid::at(const Vec2& p) const {
  const std::optional<std::size_t> cell = frame_.find(p);
  return cell ? of(*cell) : std::span<const std::uint32_t>();
}

std::vector<std::uint32_t> FaceGrid::within(const Eigen::AlignedBox2d& box) const {
  std::vector<bool> known(count_, false);  // most faces cross many cells of a large box
  std::vector<std::uint32_t> found;
  visit_cells(frame_, box, [&](std::size_t cell) {
    for (const std::uint32_t face : of(cell)) {
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
  visit_cells(frame_, box_about(p, p, reach), [&](std::size_t cell) { append(of(cell), found); });
  return each_once(std::move(found));
}

std::vector<std::uint32_t> FaceGrid::along(const Line2& line, const Interval& stretch) const {
  std::vector<std::uint32_t> found;
  visit_cells_about(frame_, line, stretch, 0, [&](std::size_t cell) { append(of(cell), found); });
  return each_once(std::move(found));
}

std::vector<std::uint32_t> FaceGrid::along(const Line2& line) const {
  const double end = farthest(line.point);
  return along(line, {-end, end});
}

double FaceGrid::farthest(const Vec2& p) const {
  return (p - frame_.origin).cwiseAbs().cwiseMax((p - frame_.end()).cwiseAbs()).norm();
}

}  // namespace storey
