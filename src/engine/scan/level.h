// Finds the vertical by the many horizontal surfaces of a building.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <vector>

#include "cloud/surfel_store.h"

namespace storey {

/// A flat piece of surface, the content of one cube.
struct FlatPatch {
  Eigen::Vector3f centre;  ///< m
  Eigen::Vector3f normal;  ///< length 1, z ≥ 0
  float spread = 0;        ///< m, root mean square of the voxels about the plane
};

// Of planes through surfels:
inline constexpr double kRound = 0.3;    // ratio of smallest to middle eigenvalue: beyond it no plane is told
inline constexpr double kCompact = 0.1;  // ratio of middle to largest eigenvalue: a strip tells no plane
inline constexpr double kUprightWall = 0.17;  // sine of 10°: battered walls lean as much, roofs by more

inline constexpr double kPatchSize =
    0.25;  ///< m; smaller than a tread is deep, large enough for a normal to 0.2°

/// Tells the cubes of kPatchSize apart.
std::uint64_t patch_key(const Eigen::Vector3f& p);

/// The flat pieces of the cloud, whose surfaces scatter by `noise` (m), in an order that depends on the
/// surfels' content only.
std::vector<FlatPatch> flat_patches(const SurfelView& surfels, double noise = 0, int threads = 1);

/// Whether the cube of `kPatchSize` that `p` is in lies between two heights, m.
bool cube_lies_between(const Eigen::Vector3f& p, const HeightRange& heights);

struct Tilt {
  double degrees = 0;
  Eigen::Matrix3d level_from_scan = Eigen::Matrix3d::Identity();  ///< smallest rotation that levels
};

/// The tilt of up to 8° that most horizontal area agrees on; none where it is not significant.
Tilt find_tilt(const std::vector<FlatPatch>& patches);

}  // namespace storey
