#include "measuring.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace storey::simulator {
namespace {

constexpr double kFullSignalRange = 10;  // m
constexpr double kMostOblique = 5;       // times sigma
constexpr double kDriftTurns = 0.6;  // rad per square root of a metre: how fast the drift changes direction

Point2 along_path(const std::vector<Point2>& path, double share) {
  if (path.size() == 1) return path[0];
  const double place = std::clamp(share, 0.0, 1.0) * static_cast<double>(path.size() - 1);
  const auto leg = std::min(path.size() - 2, static_cast<std::size_t>(place));
  return path[leg] + (path[leg + 1] - path[leg]) * (place - static_cast<double>(leg));
}

}  // namespace

double signal_of(const Echo& echo) {
  const double far = std::min(1.0, kFullSignalRange / std::max(echo.range, 1e-6));
  return reflectance(echo.surface) / reflectance(Surface::kPlaster) * echo.cosine * far * far;
}

bool is_lost(const Echo& echo, const RangeNoise& noise, Random& random) {
  return signal_of(echo) < noise.weakest * (0.5 + random.uniform());
}

double range_error(const Echo& echo, const RangeNoise& noise, Random& random) {
  double sigma = noise.sigma_mm + noise.sigma_mm_per_m * echo.range;
  sigma *= std::min(kMostOblique, 1 + noise.oblique * (1 / std::max(echo.cosine, 1e-3) - 1));
  sigma *= 1 + noise.dark * (1 / std::sqrt(reflectance(echo.surface)) - 1);
  return sigma / 1000 * random.normal();
}

std::vector<Obstacle> people_at(const Scene& scene, double share) {
  std::vector<Obstacle> out;
  for (const StoreySpec& storey : scene.storeys)
    for (const PersonSpec& person : storey.people)
      if (!person.path.empty())
        out.push_back(
            {along_path(person.path, share), person.radius, storey.floor, storey.floor + person.height});
  return out;
}

Walk walk_through(const Scene& scene, double spacing, double height) {
  Walk walk;
  for (const StoreySpec& storey : scene.storeys)
    for (std::size_t i = 0; i + 1 < storey.path.size(); ++i) {
      const Point2 leg = storey.path[i + 1] - storey.path[i];
      const double length = leg.norm();
      const int steps = std::max(1, static_cast<int>(std::ceil(length / spacing)));
      for (int k = 0; k < steps; ++k) {
        const Point2 p = storey.path[i] + leg * k / steps;
        walk.places.push_back({{p.x(), p.y(), storey.floor + height},
                               std::atan2(leg.y(), leg.x()),
                               walk.length + length * k / steps});
      }
      walk.length += length;
    }
  return walk;
}

Eigen::Isometry3d Drift::believed_from_true(double distance, const Eigen::Vector3d& place) {
  const double step = distance - last_;
  last_ = distance;
  if (!closed_ && distance >= closure_) {
    closed_ = true;
    offset_.setZero();
    turn_ = 0;
  }
  heading_ += kDriftTurns * std::sqrt(step) * random_.normal();
  offset_ +=
      per_m_ * step * Eigen::Vector3d(std::cos(heading_), std::sin(heading_), 0.3 * std::sin(2 * heading_));
  turn_ += turn_per_m_ * step * std::numbers::pi / 180;
  return Eigen::Translation3d(place + offset_) * Eigen::AngleAxisd(turn_, Eigen::Vector3d::UnitZ()) *
         Eigen::Translation3d(-place);
}

}  // namespace storey::simulator
