// Stage 3: one storey seen from above. Each cell knows at which heights something was hit.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "engine/scan/gather.h"
#include "engine/storeys/find_storeys.h"
#include "engine/storeys/floor_voids.h"
#include "engine/storeys/raster_columns.h"
#include "geometry/grid.h"

namespace storey {

/// Heights from a little below the storey's floor to a little above its top, in bins of one size whatever the
/// height.
struct HeightBins {
  double bottom = 0;     ///< m, in the surfels' frame
  double height = 0.05;  ///< m: soffits and sills are told to that
  int count = 64;        ///< bins

  int bin(double z) const { return static_cast<int>(std::floor((z - bottom) / height)); }
  /// Mask of the bins whose middle lies in [from_z, to_z] (m in the surfels' frame).
  HeightMask range(double from_z, double to_z) const;
};

inline constexpr int kStepsAround = 2;  // steps of 2 cm to each side: on less a thin scan shows gaps

// m, by which what shows in a storey is told:
inline constexpr double kFloorBand = 0.1;  // m about the floor's height: steps, thresholds, carpets
inline constexpr double kWallFoot = 0.12;  // m above the floor at which walls begin: skirtings
inline constexpr double kOffLevels =
    0.2;  // m off floor and ceiling: skirtings, cornices, frames, what lies about
inline constexpr double kCeilingEdge = 0.05;   // m: lower than that below the ceiling is no ceiling any more
inline constexpr double kPastTrim = 0.15;      // m off floor and ceiling: skirtings, cornices and frames end
inline constexpr double kCeilingSkirt = 0.06;  // m below the ceiling that belong to the ceiling itself
inline constexpr double kMoulding = 0.1;  // m below the ceiling: mouldings, frames of panes, uneven ceilings
inline constexpr double kUpperWall =
    0.7;  // m below the ceiling: most furniture, bulkheads and wall units end there
inline constexpr double kKnee = 0.4;       // m above the floor: things stand before what is lower
inline constexpr double kTableTop = 0.75;  // m above the floor: tables and radiators end below, sills above
inline constexpr double kOnTables = 1.2;  // m above the floor: tables, beds and what stands on them end below
inline constexpr double kHeadHeight =
    1.8;  // m, at most 2.1, as the lowest ceilings are: what stands on a floor is lower
inline constexpr double kBeforeFace = 0.1;  // m: where the ceiling before a face is looked up, past its noise

struct StoreyRaster {
  StoreyLevel level;
  HeightBins bins;
  RasterColumns columns;
  Grid<float> ceiling;          ///< coarse (0.25 m): local height of the ceiling, m in the surfels' frame
  Grid<Eigen::Vector2f> slope;  ///< as `ceiling`: m that it rises per m of plan, under roofs
  Mask ceiling_known;           ///< as `ceiling`: 1 where it was seen there, not carried over from nearby
  Mask ceiling_higher_up;       ///< as `ceiling`: 1 where the ceiling is that of a storey above
  double lowest_ceiling = -std::numeric_limits<double>::infinity();  ///< m: none hangs lower
  FloorSight below;  ///< where there is a floor, and where one looks down to the storey below

  /// The bins between two heights above the floor, m.
  HeightMask above_floor(double from, double to) const {
    return bins.range(level.floor_z + from, level.floor_z + to);
  }
  /// The bins in which the floor is hit.
  HeightMask floor_bins() const { return above_floor(-kFloorBand, kFloorBand); }
  double ceiling_at(const Eigen::Vector2d& p) const;
  bool ceiling_seen_at(const Eigen::Vector2d& p) const;
  /// Is anything hit over `p` at the height of the ceiling, be it seen there or carried over from nearby?
  bool hit_on_ceiling(const Eigen::Vector2d& p) const;
  /// Is the ceiling itself hit over `p`? Above a door there is a lintel instead, and the faces of walls reach
  /// up to the ceiling, but show below it as well.
  bool under_ceiling(const Eigen::Vector2d& p) const;
  /// The bins hit over `p` and within 4 cm beside it, where a thin scan shows whatever there is.
  HeightMask hit_about(const Eigen::Vector2d& p) const;
};

StoreyRaster rasterise(const LevelCloud& cloud, const std::vector<FlatPatch>& patches,
                       const StoreyLevel& level, int threads = 1);

}  // namespace storey
