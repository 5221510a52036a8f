// How far the hits of one surface scatter about it, with and without what drift and bad registration move.
#pragma once

#include <vector>

#include "cloud/surfel_store.h"

namespace storey {

inline constexpr double kHitNoises =
    3;  ///< factor on the scatter, within which nearly all of a surface is hit

inline constexpr double kAllNoises =
    4;  ///< factor on the scatter, or on a standard error: beyond it is no chance

inline constexpr double kFarNoises = 2;  ///< factor on the scatter, beyond which few hits of a surface lie

inline constexpr double kRougher = 1.5;  ///< factor on the scatter of most surfaces: more is no plane

/// Of pieces of upright surface.
struct SurfaceNoise {
  /// m: the scatter which most have in common, about each sheet where a piece shows two, as a wall that was
  /// seen twice does.
  double sheet = 0;
  /// m: half scatter by more about their plane, whatever sheets they show; at least `sheet`.
  double surface = 0;
  /// m by which two looks at a wall differ, as drift and registration leave them: twice what surfaces scatter
  /// by beyond one sheet's scatter, as walls that were seen twice do about the middle of their two sheets.
  double apart = 0;
};

SurfaceNoise surface_noise(const SurfelView& surfels);

}  // namespace storey
