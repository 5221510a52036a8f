#include "engine/stages/find_columns.h"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "geometry/polygon.h"

namespace storey {
namespace {

constexpr double kNear = 0.12;           // m from a hole's outline to a face of its column
constexpr double kMinSide = 0.10;        // m: what is thinner is a pipe
constexpr double kMinSeen = 0.35;        // share of the outline that faces have to show
constexpr double kMaxRoundError = 0.02;  // m about the circle
constexpr double kMaxChordRise = 0.04;   // m by which the ends of a chord may stand off the circle
constexpr int kMinChords = 5;            // faces around a round column
constexpr int kCircleCorners = 24;       // corners of the polygon for a circle: 1 % off its area

double distance_to_ring(const std::vector<Vec2>& ring, const Vec2& p) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < ring.size(); ++i)
    least = std::min(least, distance_to_segment(p, ring[i], ring[(i + 1) % ring.size()]));
  return least;
}

/// Share of the outline that faces show.
double coverage(const EdgeRing& ring) {
  double length = 0, covered = 0;
  for (const RoomEdge& edge : ring) {
    length += edge.length();
    covered += edge.length() * edge.coverage;
  }
  return covered / length;
}

/// The upright faces that look out of a hole.
std::vector<int> faces_of(const std::vector<Vec2>& hole, const std::vector<WallFace>& faces) {
  std::vector<int> members;
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const WallFace& face = faces[f];
    if (!face.structural || face.body < 0.5 || face.length() > 2.0) continue;
    const Vec2 middle = (face.start() + face.end()) / 2;
    if (distance_to_ring(hole, middle) < kNear || contains(hole, middle))
      members.push_back(static_cast<int>(f));
  }
  return members;
}

/// Least squares circle (Kåsa 1976) through the faces' middles; nothing if they do not lie on one.
std::optional<EdgeRing> round_column(const std::vector<WallFace>& faces, const std::vector<int>& members) {
  if (static_cast<int>(members.size()) < kMinChords) return std::nullopt;
  Eigen::MatrixX3d a(members.size(), 3);
  Eigen::VectorXd b(members.size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    const WallFace& face = faces[static_cast<std::size_t>(members[i])];
    const Vec2 p = (face.start() + face.end()) / 2;
    a.row(static_cast<Eigen::Index>(i)) << 2 * p.x(), 2 * p.y(), 1;
    b[static_cast<Eigen::Index>(i)] = p.squaredNorm();
  }
  const Eigen::Vector3d solution = a.colPivHouseholderQr().solve(b);
  const Vec2 centre = solution.head<2>();
  const double radius = std::sqrt(std::max(0.0, solution[2] + centre.squaredNorm()));
  if (radius < kMinSide / 2 || M_PI * radius * radius > kMaxColumnArea) return std::nullopt;
  double shown = 0;
  for (const int m : members) {
    const WallFace& face = faces[static_cast<std::size_t>(m)];
    const Vec2 p = (face.start() + face.end()) / 2;
    if (std::abs((p - centre).norm() - radius) > kMaxRoundError) return std::nullopt;
    if (face.line.normal().dot((p - centre).normalized()) < 0.8) return std::nullopt;
    // The sides of a square touch a circle in their middles; their ends lie off it.
    if ((face.start() - centre).norm() - radius > kMaxChordRise) return std::nullopt;
    shown += face.length();
  }
  if (shown < kMinSeen * 2 * M_PI * radius) return std::nullopt;
  EdgeRing ring;
  const auto at = [&](int i) {  // clockwise: a hole's sense
    const double angle = -2 * M_PI * i / kCircleCorners;
    return Vec2(centre + radius * Vec2(std::cos(angle), std::sin(angle)));
  };
  for (int i = 0; i < kCircleCorners; ++i) {
    const Vec2 from = at(i), to = at(i + 1);
    ring.push_back({{from, (to - from).normalized()}, from, to, members, 1.0});
  }
  return ring;
}

/// The rectangle that the faces of a pillar span, in the direction of the longest of them.
std::optional<EdgeRing> square_column(const std::vector<WallFace>& faces, const std::vector<int>& members) {
  if (members.size() < 2) return std::nullopt;
  const int longest = *std::max_element(members.begin(), members.end(), [&](int a, int b) {
    return faces[static_cast<std::size_t>(a)].length() < faces[static_cast<std::size_t>(b)].length();
  });
  const Line2& axis = faces[static_cast<std::size_t>(longest)].line;
  // Each face pushes the side it looks at; the ends of the others say where unseen sides are.
  Interval along{1e9, -1e9}, across{1e9, -1e9};
  for (const int m : members) {
    const WallFace& face = faces[static_cast<std::size_t>(m)];
    for (const Vec2& p : {face.start(), face.end()}) {
      along = {std::min(along.from, axis.along(p)), std::max(along.to, axis.along(p))};
      across = {std::min(across.from, axis.offset(p)), std::max(across.to, axis.offset(p))};
    }
  }
  std::array<double, 4> side = {across.from, along.to, across.to, along.from};
  std::array<std::vector<int>, 4> shown_by;
  double shown = 0;
  for (const int m : members) {
    const WallFace& face = faces[static_cast<std::size_t>(m)];
    const Vec2 middle = (face.start() + face.end()) / 2;
    const double turn = axis.direction.dot(face.line.direction),
                 across_turn = cross(axis.direction, face.line.direction);
    std::size_t k = 0;
    if (turn > 0.97)
      k = 2;
    else if (turn < -0.97)
      k = 0;
    else if (across_turn < -0.97)
      k = 1;
    else if (across_turn > 0.97)
      k = 3;
    else
      continue;
    side[k] = k % 2 == 0 ? axis.offset(middle) : axis.along(middle);
    shown_by[k].push_back(m);
    shown += face.length();
  }
  const double width = side[1] - side[3], depth = side[2] - side[0];
  if (width < kMinSide || depth < kMinSide || width * depth > kMaxColumnArea) return std::nullopt;
  if (shown < kMinSeen * 2 * (width + depth)) return std::nullopt;
  const auto corner = [&](double s, double d) { return Vec2(axis.at(s) + d * axis.normal()); };
  const std::array<Vec2, 4> corners = {corner(side[1], side[0]), corner(side[3], side[0]),
                                       corner(side[3], side[2]), corner(side[1], side[2])};
  const std::array<std::size_t, 4> owner = {0, 3, 2, 1};
  EdgeRing ring;
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec2 &from = corners[i], &to = corners[(i + 1) % 4];
    const auto& by = shown_by[owner[i]];
    ring.push_back({{from, (to - from).normalized()}, from, to, by, by.empty() ? 0.0 : 1.0});
  }
  return ring;
}

}  // namespace

void shape_columns(const std::vector<WallFace>& faces, std::vector<RoomShape>& rooms) {
  for (RoomShape& room : rooms) {
    std::vector<EdgeRing> kept;
    for (const EdgeRing& hole : room.holes) {
      const std::vector<Vec2> outline = corners(hole);
      if (std::abs(signed_area(outline)) > kMaxColumnArea) {
        kept.push_back(hole);
        continue;
      }
      const std::vector<int> members = faces_of(outline, faces);
      auto column = round_column(faces, members);
      if (!column) column = square_column(faces, members);
      if (column)
        kept.push_back(std::move(*column));
      else if (coverage(hole) >= kMinSeen)
        kept.push_back(hole);
    }
    room.holes = std::move(kept);
  }
}

}  // namespace storey
