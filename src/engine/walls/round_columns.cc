#include "engine/walls/round_columns.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <optional>

namespace storey {
namespace {

constexpr double kMaxChord = 0.60;       // m: faces of a round column grow no longer, for its curvature
constexpr double kMinRadius = 0.05;      // m: what is thinner is a pipe
constexpr double kMaxRadius = 0.70;      // m: larger ones are round rooms and stairs
constexpr double kMaxRoundError = 0.02;  // m about the circle, with what noise and paint make
constexpr double kMaxChordRise = 0.04;   // m by which the ends of a chord may stand off the circle
constexpr double kOutward = 0.8;  // cosine between a chord's normal and its radius: it is a chord's own turn
constexpr int kMinChords = 5;     // faces around a round column: four are a square one's
constexpr int kCircleCorners = 24;  // corners of the polygon for a circle: 1 % off its area

struct Circle {
  Vec2 centre = Vec2::Zero();
  double radius = 0;
};

/// Where the normals of two chords meet, if as far behind both.
std::optional<Circle> circle_through(const WallFace& a, const WallFace& b) {
  constexpr double kMinTurn = 0.3;  // sine between two chords: flatter ones do not tell the radius
  const Vec2 at_a = a.middle(), at_b = b.middle();
  if ((at_a - at_b).norm() > 2 * kMaxRadius) return std::nullopt;
  const auto centre = intersect({at_a, a.line.normal()}, {at_b, b.line.normal()}, kMinTurn);
  if (!centre) return std::nullopt;
  const double radius = (at_a - *centre).dot(a.line.normal()), other = (at_b - *centre).dot(b.line.normal());
  if (std::abs(radius - other) > kMaxRoundError || radius < kMinRadius || radius > kMaxRadius)
    return std::nullopt;
  return Circle{*centre, (radius + other) / 2};
}

bool is_chord(const WallFace& face, const Circle& circle) {
  const Vec2 out = face.middle() - circle.centre;
  return std::abs(out.norm() - circle.radius) < kMaxRoundError &&
         face.line.normal().dot(out.normalized()) > kOutward &&
         // The sides of a square touch a circle in their middles; their ends lie off it.
         (face.start() - circle.centre).norm() - circle.radius < kMaxChordRise;
}

std::vector<int> chords_of(const Circle& circle, const std::vector<int>& candidates,
                           const std::vector<WallFace>& faces) {
  std::vector<int> chords;
  std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(chords),
               [&](int f) { return is_chord(faces[static_cast<std::size_t>(f)], circle); });
  return chords;
}

/// Least squares circle through the middles of chords (Kåsa 1976).
Circle fit(const std::vector<int>& chords, const std::vector<WallFace>& faces) {
  Eigen::MatrixX3d a(chords.size(), 3);
  Eigen::VectorXd b(chords.size());
  for (std::size_t i = 0; i < chords.size(); ++i) {
    const Vec2 p = faces[static_cast<std::size_t>(chords[i])].middle();
    a.row(static_cast<Eigen::Index>(i)) << 2 * p.x(), 2 * p.y(), 1;
    b[static_cast<Eigen::Index>(i)] = p.squaredNorm();
  }
  const Eigen::Vector3d solution = a.colPivHouseholderQr().solve(b);
  const Vec2 centre = solution.head<2>();
  return {centre, std::sqrt(std::max(0.0, solution[2] + centre.squaredNorm()))};
}

double length_of(const std::vector<int>& chords, const std::vector<WallFace>& faces) {
  double length = 0;
  for (const int f : chords) length += faces[static_cast<std::size_t>(f)].length();
  return length;
}

EdgeRing ring_of(const Circle& circle, const std::vector<int>& chords) {
  EdgeRing ring;
  const auto at = [&](int i) {
    const double angle = -2 * M_PI * i / kCircleCorners;
    return Vec2(circle.centre + circle.radius * Vec2(std::cos(angle), std::sin(angle)));
  };
  for (int i = 0; i < kCircleCorners; ++i) {
    const Vec2 from = at(i), to = at(i + 1);
    ring.push_back({{from, (to - from).normalized()}, from, to, chords, 1.0});
  }
  return ring;
}

/// The chords on the circle that two of `candidates` give and that shows most of its outline; empty if none
/// does.
std::vector<int> best_chords(const std::vector<int>& candidates, const std::vector<WallFace>& faces) {
  std::vector<int> best;
  double most = kMinSeen;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    for (std::size_t j = i + 1; j < candidates.size(); ++j) {
      const auto circle = circle_through(faces[static_cast<std::size_t>(candidates[i])],
                                         faces[static_cast<std::size_t>(candidates[j])]);
      if (!circle) continue;
      const std::vector<int> chords = chords_of(*circle, candidates, faces);
      const double shown = length_of(chords, faces) / (2 * M_PI * circle->radius);
      if (static_cast<int>(chords.size()) < kMinChords || shown <= most) continue;
      most = shown;
      best = chords;
    }
  return best;
}

}  // namespace

std::vector<RoundColumn> find_round_columns(const std::vector<WallFace>& faces) {
  std::vector<int> candidates;
  for (std::size_t f = 0; f < faces.size(); ++f)
    if (faces[f].structural && !faces[f].glass && faces[f].length() < kMaxChord)
      candidates.push_back(static_cast<int>(f));
  std::vector<RoundColumn> columns;
  for (;;) {
    const std::vector<int> chords = best_chords(candidates, faces);
    if (chords.empty()) return columns;
    const Circle circle = fit(chords, faces);
    columns.push_back({circle.centre, ring_of(circle, chords)});
    std::erase_if(candidates, [&](int f) {
      return (faces[static_cast<std::size_t>(f)].middle() - circle.centre).norm() <
             circle.radius + kMaxChordRise;
    });
  }
}

}  // namespace storey
