// The elevation of a wall: what was hit on it, inside of it and before it.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "engine/scan/gather.h"
#include "engine/storeys/storey_raster.h"
#include "engine/walls/wall_runs.h"

namespace storey {

inline constexpr int kOpeningColumns =
    16;  ///< columns, 0.4 m: the narrowest opening; leaves and goods hide no more of a door
inline constexpr int kThinColumns = 2;  ///< columns, 5 cm: within as much, a thin scan shows something

/// A surfel in a run's own coordinates, m: along the front face, behind it, above the floor.
struct WallHit {
  float s, depth, z;
};

/// What kinds of surfels fall on one cell of the elevation (bits).
enum ElevationBit : std::uint8_t {
  kOnFront = 1,      ///< on the face the wall was found from
  kOnBack = 2,       ///< on the opposite face
  kInside = 4,       ///< between the faces: reveals, sills, leaves, frames
  kBeforeFront = 8,  ///< up to 0.6 m before the front face: furniture, curtains, leaves
  kBeforeBack = 16,
  kDeep = 32,        ///< deeper in a wall that was seen from one side only than panes and blinds stand
  kCloseFront = 64,  ///< up to 0.12 m before the front face: casings, leaves that slide along the wall
  kCloseBack = 128,
};

/// Raster over a run's front face: columns along the run, rows upwards from the floor.
struct Elevation {
  double step = 0.025;  ///< m along the run
  double rise = 0.05;   ///< m upwards
  double from = 0;      ///< along the front face, where column 0 begins
  int columns = 0, rows = 0;
  std::vector<std::uint8_t> cells;
  std::deque<WallHit> hits;  ///< on the faces, inside, and close before; many: they never move as more come
  double tolerance = 0;      ///< m about a face that count as on it
  double depth = 0;          ///< m behind the front face that count as inside
  bool outer = false;        ///< of a wall that was seen from one side

  bool inside(int column, int row) const { return column >= 0 && column < columns && row >= 0 && row < rows; }
  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(column);
  }
  std::uint8_t at(int column, int row) const { return cells[index(column, row)]; }
  double s_of(int column) const { return from + (column + 0.5) * step; }
  double z_of(int row) const { return (row + 0.5) * rise; }
};

/// One elevation per run.
std::vector<Elevation> draw_elevations(const LevelCloud& cloud, const StoreyRaster& raster,
                                       const std::vector<WallRun>& runs, double noise, int threads = 1);

}  // namespace storey
