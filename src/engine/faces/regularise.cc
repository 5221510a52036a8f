#include "engine/faces/regularise.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"
#include "engine/scan/surface_noise.h"
#include "geometry/eigenvalues.h"

namespace storey {
namespace {

constexpr double kAskew = 0.002;  // ratio of offset to gap: 2 mm in a metre that nothing shows

/// A line fitted to faces as if each were covered evenly by points. Those that were squared up stay so.
Line2 fit(const std::vector<WallFace>& faces, const std::vector<std::size_t>& members, Geometry geometry) {
  double w = 0;
  Vec2 sum = Vec2::Zero();
  Eigen::Matrix2d square = Eigen::Matrix2d::Zero();
  const Vec2 origin = faces[members.front()].start();
  for (const std::size_t i : members) {
    const WallFace& face = faces[i];
    const double weight = face.length() * face.coverage;
    const Vec2 middle = face.middle() - origin;
    const Vec2 half = (face.end() - face.start()) / 2;
    w += weight;
    sum += weight * middle;
    square += weight * (middle * middle.transpose() + half * half.transpose() / 3);
  }
  const Vec2 mean = sum / w;
  const Vec2& squared = faces[members.front()].line.direction;
  if (geometry == Geometry::kOrthogonal &&
      std::ranges::all_of(members, [&](std::size_t i) { return faces[i].line.direction == squared; }))
    return {mean + origin, squared};
  Vec2 direction = eigenpairs(Eigen::Matrix2d(square / w - mean * mean.transpose())).vectors.col(1);
  if (direction.dot(faces[members.front()].line.direction) < 0) direction = -direction;
  return {mean + origin, direction};
}

double worst_offset(const Line2& line, const WallFace& face) {
  return std::max(std::abs(line.offset(face.start())), std::abs(line.offset(face.end())));
}

/// m by which the ends of a face's own line may be off: twice as far as its middle, which is the mean of
/// cells of which all within 0.25 m deviate alike.
double doubt(const WallFace& face) { return 2 * face.rms / std::sqrt(std::max(1.0, face.length() / kBump)); }

double gap_between(const Line2& line, const WallFace& a, const WallFace& b) {
  return -overlap(span_along(line, a), span_along(line, b));
}

}  // namespace

void share_lines(std::vector<WallFace>& faces, double tolerance, Geometry geometry) {
  const std::vector<std::size_t> order = longest_first(faces);
  std::vector<bool> taken(faces.size(), false);
  for (const std::size_t first : order) {
    if (taken[first]) continue;
    taken[first] = true;
    std::vector<std::size_t> members = {first};
    Line2 line = faces[first].line;
    for (const std::size_t other : order) {
      if (taken[other] || faces[other].line.direction.dot(line.direction) < kParallelFaces) continue;
      if (worst_offset(line, faces[other]) >
          kHitNoises * tolerance + kAskew * std::abs(gap_between(line, faces[first], faces[other])))
        continue;
      const bool near = std::ranges::any_of(
          members, [&](std::size_t m) { return gap_between(line, faces[m], faces[other]) < kRoomDepth; });
      if (!near) continue;
      std::vector<std::size_t> together = members;
      together.push_back(other);
      const Line2 common = fit(faces, together, geometry);
      const bool fits = std::ranges::all_of(together, [&](std::size_t m) {
        return worst_offset(common, faces[m]) <= tolerance + doubt(faces[m]);
      });
      if (!fits) continue;
      members = std::move(together);
      line = common;
      taken[other] = true;
    }
    if (members.size() == 1) continue;
    for (const std::size_t m : members) {
      WallFace& face = faces[m];
      face.extent = {line.along(face.start()), line.along(face.end())};
      face.line = line;
      face.step = face.length() / static_cast<double>(face.profile.size());
    }
  }
}

void square_up(std::vector<WallFace>& faces) {
  MainAngle walls;
  for (const WallFace& face : faces)
    if (face.structural) walls.add(face.line.direction, face.length());
  const double main = walls.angle();
  for (WallFace& face : faces) {
    const double angle = std::atan2(face.line.direction.y(), face.line.direction.x());
    const double squared = main + std::round((angle - main) / (M_PI / 2)) * (M_PI / 2);
    if (std::abs(angle - squared) > std::acos(kTurned)) continue;  // meant to be askew
    const double half = face.length() / 2;
    const Vec2 middle = face.middle();
    face.line = {middle, {std::cos(squared), std::sin(squared)}};
    face.extent = {-half, half};
  }
}

void regularise(std::vector<WallFace>& faces, Geometry geometry, double tolerance) {
  std::vector<std::pair<Vec2, Vec2>> shown;  // the ends of the lines that were fitted
  for (const WallFace& face : faces) shown.emplace_back(face.start(), face.end());
  if (geometry == Geometry::kOrthogonal) square_up(faces);
  share_lines(faces, tolerance, geometry);
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const double a = faces[i].line.offset(shown[i].first), b = faces[i].line.offset(shown[i].second);
    faces[i].moved = std::sqrt((a * a + a * b + b * b) / 3);
    faces[i].deviation = std::max(std::abs(a), std::abs(b));
  }
}

}  // namespace storey
