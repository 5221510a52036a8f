// Pieces of level surface on which one can step.
#pragma once

#include <vector>

#include "engine/storeys/level_cells.h"
#include "geometry/line.h"

namespace storey {

inline constexpr double kLongGoing = 0.5;    ///< m: what is deeper is a landing
inline constexpr double kSameLevel = 0.025;  ///< m between neighbouring cells of a tread: a sixth of a riser

/// Level surface of the size of a tread or landing.
struct Tread {
  std::vector<LevelIndex> cells;
  double z = 0;
  Vec2 centre = Vec2::Zero();
  Vec2 along = Vec2::UnitX();    ///< the long side
  double length = 0, depth = 0;  ///< m
  bool landing = false;
  double worth = 0;  ///< as evidence: a tread 1, a small piece of one ½, a landing 0: tables look like one
};

/// Pieces that hang together, of the size of treads and landings, with room to stand above; from the lowest
/// up. Marks in `cells` which cell belongs to which.
std::vector<Tread> find_treads(LevelCells& cells, const StoreyRaster& raster);

}  // namespace storey
