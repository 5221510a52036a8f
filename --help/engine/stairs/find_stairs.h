#include "swept.h"
#line 1
// Stage 6: flights of stairs.
#pragma once

#include <vector>

#include "engine/scan/gather.h"
#include "engine/storeys/storey_raster.h"
#include "geometry/line.h"

namespace storey {

struct FoundStair {
  std::vector<Vec2> outline;    ///< of the treads, counter-clockwise, m, relative to the cloud's origin
  int risers = 0;               ///< one more than treads: the last one leads to the floor or landing above
  Vec2 up_from = Vec2::Zero();  ///< middle of the lowest tread
  Vec2 up_to = Vec2::Zero();    ///< middle of the highest tread
  double confidence = 0;        ///< 0…1: by how many treads were seen, and how regular they rise
};

/// The flights that start in the storey: level strips that one can step from to the next, each a riser higher
/// and a going further, with room to stand above. Straight ones have a rectangle for an outline, also over
/// treads that were hidden; those that turn have the outline of what was seen. Highest confidence first.
std::vector<FoundStair> find_stairs(const LevelCloud& cloud, const StoreyRaster& raster);

}  // namespace storey
