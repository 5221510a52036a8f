#include "engine/gaps/enclosure.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"
#include "geometry/contour.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

constexpr double kBeside = 0.20;  // m before a face within which it holds an outline, and as wide are fringes
constexpr double kApart = 15;     // degrees between the directions in which one looks around
constexpr std::size_t kPlaces = 64;  // cells of a label from which one looks around

/// Does `p` lie along the front of a structural face?
bool is_held(const FacesInPlan& faces, const Vec2& p) {
  static_assert(kBeside < FaceGrid::kAbout && kOneSurface < FaceGrid::kAbout);
  return faces.any(faces.grid.at(p), [&](const WallFace& face) {
    if (!face.structural || !face.extent.contains(face.line.along(p))) return false;
    const double before = face.line.offset(p);
    return before >= -kOneSurface && before <= kBeside;
  });
}

/// What one sees in a direction.
struct View {
  const WallFace* front = nullptr;  ///< the structural face that one sees first; none if that is a back
  Vec2 at = Vec2::Zero();           ///< where one sees it
  bool ends = false;                ///< at a front or a back
};

/// Nearer together than the faces of a wall are, two lines show one surface, and one of them may look the
/// wrong way.
View look(const FacesInPlan& faces, const Vec2& p, const Vec2& direction) {
  const Line2 way{p, direction};
  double front = std::numeric_limits<double>::infinity(), back = front;  // m to the nearest
  const WallFace* nearest = nullptr;
  const auto meet = [&](const WallFace& face) {
    const std::optional<double> away = meets_at(way, face.line, kLeastTurn);
    if (!face.structural || !away || *away <= 0) return;
    if (!face.extent.contains(face.line.along(way.at(*away)))) return;
    if (direction.dot(face.line.normal()) < 0) {
      if (*away < front) nearest = &face;
      front = std::min(front, *away);
    } else {
      back = std::min(back, *away + kOneSurface / std::abs(cross(direction, face.line.direction)));
    }
  };
  faces.grid.look(p, direction, [&](std::uint32_t face) {
    meet(faces.all[face]);
    return std::min(front, back);
  });
  if (front < back) return {nearest, way.at(front), true};
  return {nullptr, {}, std::isfinite(back)};
}

/// Is the cell well inside its label? From the fringes that leaked into windows and behind walls one would
/// see the backs of faces.
bool is_inside(const Grid<std::int32_t>& labels, int column, int row) {
  const int reach = static_cast<int>(std::lround(kBeside / labels.frame.cell));
  const auto same = [&](int c, int r) {
    return labels.frame.inside(c, r) && labels.at(c, r) == labels.at(column, row);
  };
  return same(column - reach, row) && same(column + reach, row) && same(column, row - reach) &&
         same(column, row + reach);
}

/// A few cells from inside the label, evenly from all over it.
std::vector<Vec2> places_in(const Grid<std::int32_t>& labels, std::int32_t label, const CellBox& box) {
  std::vector<Vec2> inside;
  for (int r = box.first_row; r < box.last_row; ++r)
    for (int c = box.first_column; c < box.last_column; ++c)
      if (labels.at(c, r) == label && is_inside(labels, c, r)) inside.push_back(labels.frame.centre(c, r));
  const std::size_t step = std::max<std::size_t>(1, inside.size() / kPlaces);
  std::vector<Vec2> places;
  for (std::size_t i = step / 2; i < inside.size(); i += step) places.push_back(inside[i]);
  return places;
}

}  // namespace

Enclosure enclosure(const FacesInPlan& faces, const HeightMask& above, const Grid<std::int32_t>& labels,
                    std::int32_t label, const CellBox& box) {
  const std::vector<std::vector<Vec2>> outlines = trace_contours(labels, label, box);
  if (outlines.empty()) return {};
  double outline = 0;
  for (const Vec2& p : outlines.front()) outline += is_held(faces, p);
  double fronts = 0, high = 0, walls = 0, all = 0;
  for (const Vec2& p : places_in(labels, label, box))
    for (double angle = kApart / 2; angle < 360; angle += kApart) {
      const double bearing = angle * std::numbers::pi / 180;
      ++all;
      const View view = look(faces, p, {std::cos(bearing), std::sin(bearing)});
      walls += view.ends;
      if (view.front == nullptr) continue;
      ++fronts;
      high += (view.front->hits_between_beams(view.at) & above) != 0;
    }
  all = std::max(all, 1.0);
  return {outline / static_cast<double>(outlines.front().size()), fronts / all, high / all, walls / all};
}

}  // namespace storey
