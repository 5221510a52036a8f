// The elevation of a wall: what was hit on it, inside of it and before it.
#pragma once

#include <cmath>
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

/// Columns [c0, c1) and rows [r0, r1) of an elevation.
struct ElevationBox {
  int c0 = 0, c1 = 0, r0 = 0, r1 = 0;
  int doubt_from = 0, doubt_to = 0;  ///< columns to both sides of c0 and c1 in which the jamb may be as well
  double score = 0;                  ///< in cells of void where the scan is dense
};

/// Do the boxes share a cell?
bool touch(const ElevationBox& a, const ElevationBox& b);

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
  /// The column and the row that hold a place, be it beyond the raster.
  int column(double s) const { return static_cast<int>(std::floor((s - from) / step)); }
  int row(double z) const { return static_cast<int>(std::floor(z / rise)); }
  /// How many columns a length along the run has, and how many rows a height; m.
  int columns_in(double length) const { return static_cast<int>(std::lround(length / step)); }
  int rows_in(double height) const { return static_cast<int>(std::lround(height / rise)); }
  /// Does a cell of the box show any of the bits? Beyond the raster nothing does.
  bool shows(const ElevationBox& box, std::uint8_t bits) const;
  /// The same up to so many columns to both sides of a cell, and rows below and above it.
  bool shows_about(int column, int row, int beside, int over, std::uint8_t bits) const {
    return shows({.c0 = column - beside, .c1 = column + beside + 1, .r0 = row - over, .r1 = row + over + 1},
                 bits);
  }
  /// Share of the cells of a box within the raster that show any of the bits; 0 for no cell.
  double share(const ElevationBox& box, std::uint8_t bits) const;
};

/// One elevation per run.
std::vector<Elevation> draw_elevations(const LevelCloud& cloud, const StoreyRaster& raster,
                                       const std::vector<WallRun>& runs, double noise, int threads = 1);

}  // namespace storey
