#include "beam.h"

#include <cmath>

namespace storey::simulator {
namespace {

constexpr int kMostBounces = 12;
constexpr int kMostSteps = 64;     // through probes and panes; ends rays that creep along an edge
constexpr double kStepOff = 1e-7;  // m, to leave a surface behind

/// Where a ray enters an upright cylinder, if nearer than t_max; the normal there in `normal`.
std::optional<double> meet(const Obstacle& obstacle, const Eigen::Vector3d& origin,
                           const Eigen::Vector3d& direction, double t_max, Eigen::Vector3d& normal) {
  const Point2 from = origin.head<2>() - obstacle.center;
  const Point2 along = direction.head<2>();
  const double a = along.squaredNorm(), b = from.dot(along),
               c = from.squaredNorm() - obstacle.radius * obstacle.radius;
  const double root = b * b - a * c;
  if (a < 1e-12 || root < 0) return std::nullopt;
  const double t = (-b - std::sqrt(root)) / a;
  const double z = origin.z() + t * direction.z();
  if (!(t > kStepOff && t < t_max && z > obstacle.bottom && z < obstacle.top)) return std::nullopt;
  const Point2 outward = (from + t * along) / obstacle.radius;
  normal = {outward.x(), outward.y(), 0};
  return t;
}

}  // namespace

Echo follow(const BeamSpace& space, std::span<const Obstacle> obstacles, const Eigen::Vector3d& origin,
            const Eigen::Vector3d& direction, Random& random, std::vector<Crossing>& crossings) {
  const Mesh& mesh = space.building.mesh;
  Echo echo;
  Eigen::Vector3d from = origin, along = direction;
  double before = 0;        // way up to `from`
  double t_min = kStepOff;  // on the current leg
  int bounces = 0;
  for (int step = 0; step < kMostSteps; ++step) {
    const double t_max = space.max_range - before;
    const auto hit = space.tracer.nearest(from, along, t_min, t_max);
    double t = hit ? hit->t : t_max;
    Eigen::Vector3d normal;
    for (const Obstacle& obstacle : obstacles)
      if (const auto met = meet(obstacle, from, along, t, normal)) {
        echo = {true,       before + *met,  from + along * *met,
                -1,         Surface::kSkin, std::abs(normal.dot(along)),
                bounces > 0};
        t = *met;
      }
    if (echo.returned || !hit) return echo;

    const Triangle& triangle = mesh.triangles()[hit->triangle];
    const Tag& tag = mesh.tag(triangle);
    const Eigen::Vector3d place = from + along * t;
    normal = (triangle.b - triangle.a).cross(triangle.c - triangle.a).normalized();
    const bool from_outside = normal.dot(along) < 0;
    if (tag.part == Part::kProbe) {
      if (bounces == 0) crossings.push_back({tag.storey, tag.element, place});
      t_min = t + kStepOff;
      continue;
    }
    bool reflected = false;
    if (tag.surface == Surface::kGlass) {
      // A pane acts once: where the beam enters it.
      const double fate = from_outside ? random.uniform() : 1.0;
      reflected = fate >= space.optics.glass_returned &&
                  fate < space.optics.glass_returned + space.optics.glass_reflected;
      if (fate >= space.optics.glass_returned && !reflected) {
        t_min = t + kStepOff;
        continue;
      }
    } else if (tag.surface == Surface::kMirror) {
      reflected = !random.chance(space.optics.mirror_returned);
    }
    if (!reflected)
      return {true, before + t, place, hit->triangle, tag.surface, std::abs(normal.dot(along)), bounces > 0};
    if (++bounces > kMostBounces) return echo;
    before += t;
    along = (along - 2 * normal.dot(along) * normal).normalized();
    from = place;
    t_min = kStepOff;
  }
  return echo;
}

double reflectance(Surface surface) {
  switch (surface) {
    case Surface::kPlaster:
      return 0.85;
    case Surface::kConcrete:
      return 0.55;
    case Surface::kWood:
      return 0.45;
    case Surface::kDark:
      return 0.06;
    case Surface::kMetal:
      return 0.30;
    case Surface::kFabric:
      return 0.50;
    case Surface::kSkin:
      return 0.40;
    case Surface::kGround:
      return 0.25;
    case Surface::kGlass:
    case Surface::kMirror:
      return 0.90;  // of the few beams that return at all
  }
  return 0.5;
}

}  // namespace storey::simulator
