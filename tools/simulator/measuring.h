// What the sensors have in common: errors of a range, people on their way, walks.
#pragma once

#include <Eigen/Geometry>
#include <numbers>
#include <vector>

#include "sensors.h"

namespace storey::simulator {

inline constexpr double kRadians = std::numbers::pi / 180;  ///< of a degree

/// 1 for a white wall met head-on within 10 m.
double signal_of(const Echo& echo);

/// Does the beam bring too little back? Weak ones are lost now and then.
bool is_lost(const Echo& echo, const RangeNoise& noise, Random& random);

/// The error of a range, m.
double range_error(const Echo& echo, const RangeNoise& noise, Random& random);

/// Where the people of all storeys stand at `share` (0…1) of the time of a scan.
std::vector<Obstacle> people_at(const Scene& scene, double share);

/// A way through the scene, storey after storey.
struct Walk {
  struct Place {
    Eigen::Vector3d position{0, 0, 0};
    double heading = 0;   ///< rad, of walking
    double distance = 0;  ///< walked so far, m
  };
  std::vector<Place> places;  ///< evenly spaced
  double length = 0;
};
Walk walk_through(const Scene& scene, double spacing, double height);

/// The error of the position after a distance: a direction that turns slowly, and a size that grows with the
/// distance since the last closure.
class Drift {
 public:
  Drift(double mm_per_m, double deg_per_m, double closure_at_m, std::uint64_t seed)
      : per_m_(mm_per_m / 1000), turn_per_m_(deg_per_m), closure_(closure_at_m), random_(seed, 0xd71f) {}
  /// The true place as the sensor believes it. Call in the order of the distances.
  Eigen::Isometry3d believed_from_true(double distance, const Eigen::Vector3d& place);

 private:
  double per_m_, turn_per_m_, closure_;
  double last_ = 0;
  double heading_ = 0;
  Eigen::Vector3d offset_{0, 0, 0};
  double turn_ = 0;
  bool closed_ = false;
  Random random_;
};

}  // namespace storey::simulator
