// The way of one beam of light through the building: through panes, off mirrors, to where it ends.
#pragma once

#include <Eigen/Geometry>
#include <span>
#include <vector>

#include "building.h"
#include "random.h"
#include "ray_tracer.h"

namespace storey::simulator {

/// Shares of the beams, 0…1. What neither returns nor is reflected goes through the pane.
struct Optics {
  double glass_returned = 0.03;   ///< come straight back, a point on the pane
  double glass_reflected = 0.06;  ///< are mirrored, a ghost point behind the pane
  double mirror_returned = 0.02;  ///< of a mirror; all others are reflected
};

/// An upright cylinder that is no part of the mesh because it moves.
struct Obstacle {
  Point2 center{0, 0};
  double radius = 0, bottom = 0, top = 0;
};

/// How a beam ended.
struct Echo {
  bool returned = false;
  double range = 0;                ///< along the whole way, m
  Eigen::Vector3d place{0, 0, 0};  ///< where it ended in truth; for a ghost not where it seems to be
  int triangle = -1;               ///< what it met; -1 for an obstacle
  Surface surface = Surface::kSkin;
  double cosine = 1;   ///< of the angle of incidence
  bool ghost = false;  ///< was mirrored on the way
};

/// A beam went through an opening here.
struct Crossing {
  int storey = 0, opening = 0;
  Eigen::Vector3d place{0, 0, 0};
};

/// What beams move in. All members outlive the tracer's use.
struct BeamSpace {
  const Building& building;
  const RayTracer& tracer;
  Optics optics;
  double max_range = 40;
};

/// Follows a beam; `direction` has length 1. Crossings of openings are added to `crossings`.
Echo follow(const BeamSpace& space, std::span<const Obstacle> obstacles, const Eigen::Vector3d& origin,
            const Eigen::Vector3d& direction, Random& random, std::vector<Crossing>& crossings);

/// Share of the light that a surface sends back, 0…1.
double reflectance(Surface surface);

}  // namespace storey::simulator
