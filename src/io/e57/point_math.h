// Arithmetic on blocks of coordinates, in place. All processors give the same bits.
#pragma once

#include <Eigen/Geometry>
#include <cstddef>

namespace storey::e57 {

/// x, y, z hold range (length), azimuth and elevation (radians; ASTM E2807, 8.4.4.2) and receive coordinates.
void cartesian_from_spherical(double* x, double* y, double* z, std::size_t count);

void transform(const Eigen::Isometry3d& world_from_scan, double* x, double* y, double* z, std::size_t count);

bool all_finite(const double* x, const double* y, const double* z, std::size_t count);

bool all_zero(const double* values, std::size_t count);

}  // namespace storey::e57
