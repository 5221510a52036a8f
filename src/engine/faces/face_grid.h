// Which faces stand near a place: loops over all faces of a storey grow with the square of it.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/faces/find_faces.h"
#include "geometry/grid.h"

namespace storey {

/// A straight piece of something upright, in plan.
struct LinePart {
  Line2 line;
  Interval extent;  ///< along the line, m
};

/// The faces of a storey by where they stand in plan, with what goes on unseen. Names them by their places in
/// the list that it was made of, which must stay as it is.
class FaceGrid {
 public:
  explicit FaceGrid(const std::vector<WallFace>& faces);
  /// Of anything else; finds what is within `about` (m). The nearer that is, the fewer others it finds.
  FaceGrid(const std::vector<LinePart>& stretches, double about);

  /// m: the farthest from a face at which it is sure to be found.
  static constexpr double kAbout = 0.5;

  /// All faces within kAbout of `p`, and some that are farther, in ascending order.
  std::span<const std::uint32_t> at(const Vec2& p) const;

  /// All faces within the box, and some beside it, in ascending order, each once.
  std::vector<std::uint32_t> within(const Eigen::AlignedBox2d& box) const;

  /// All faces within `reach` (m) of `p`, and some that are farther, in ascending order, each once.
  std::vector<std::uint32_t> about(const Vec2& p, double reach) const;

  /// All faces within kAbout of the stretch of a line, and some that are farther, in ascending order, each
  /// once.
  std::vector<std::uint32_t> along(const Line2& line, const Interval& stretch) const;
  /// The same of the whole line.
  std::vector<std::uint32_t> along(const Line2& line) const;

  /// Looks from `p` in `direction` (of length 1). Calls `visit` with each face that may stand there, the near
  /// ones first, some more than once; it returns how far (m) one has to look on.
  template <class Visit>
  void look(const Vec2& p, const Vec2& direction, const Visit& visit) const {
    const double end = farthest(p) + 2 * kAbout;
    double on = end;
    for (double s = 0; s - kAbout <= on && s <= end; s += 2 * kAbout)  // no face between two places is missed
      for (const std::uint32_t face : at(p + s * direction)) on = visit(face);
  }

 private:
  /// m to the farthest corner of the grid.
  double farthest(const Vec2& p) const;

  std::size_t count_;  ///< faces
  Grid<std::vector<std::uint32_t>> cells_;
};

/// m from a place on a wall: so near, a face belongs to the wall itself.
inline constexpr double kOwnWall = 0.15;

/// The faces of a storey, and where they stand.
struct FacesInPlan {
  explicit FacesInPlan(const std::vector<WallFace>& of) : all(of), grid(of) {}

  /// Is `test` true of any of those that the grid has found?
  template <class Found, class Test>
  bool any(const Found& found, const Test& test) const {
    return std::ranges::any_of(found, [&](std::uint32_t f) { return test(all[f]); });
  }

  /// Does a face cross the way from `p` to `q` farther than `ends` (m) from both? Those do for which
  /// `counts(face, s)`, `s` being where along it, m.
  template <class Counts>
  bool crossed_between(const Vec2& p, const Vec2& q, double ends, const Counts& counts) const {
    const double length = (q - p).norm();
    if (length <= 2 * ends) return false;
    const Line2 way{p, (q - p) / length};
    return any(grid.along(way, {0, length}), [&](const WallFace& face) {
      const auto hit = intersect(way, face.line);
      if (!hit) return false;
      const double at = way.along(*hit), s = face.line.along(*hit);
      return at > ends && at < length - ends && face.extent.contains(s) && counts(face, s);
    });
  }

  const std::vector<WallFace>& all;  ///< has to outlive this
  FaceGrid grid;
};

}  // namespace storey
