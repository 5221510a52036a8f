// Stage 10: what the stages found, as the plan's value types in the plan's frame.
#pragma once

#include <vector>

#include "engine/openings/find_openings.h"
#include "engine/scan/gather.h"
#include "engine/stairs/find_stairs.h"
#include "engine/walls/build_walls.h"
#include "engine/walls/open_walls.h"
#include "storey/options.h"
#include "storey/plan.h"
#include "storey/report.h"

namespace storey {

/// Everything the stages know of one storey.
struct StoreyFindings {
  StoreyRaster raster;
  double floor_sigma = 0;  ///< m, standard uncertainty of the floor from which heights are measured
  std::vector<WallFace> faces;
  std::vector<WallFace> taken_out;      ///< sheer ones: glass walls stand for them
  std::vector<StandingColumn> columns;  ///< that stand alone, before any face was looked for
  RoomRaster room_raster;
  std::vector<RoomShape> rooms;
  std::vector<EdgeRing> attached_columns;  ///< of them, that stand partly in walls or in each other
  std::vector<WallPiece> walls;
  std::vector<OpenWall> open_walls;  ///< where no room was found
  std::vector<FoundOpening> openings;
  std::vector<FoundOpening> doubtful_openings;  ///< that are not drawn
  std::vector<FoundStair> stairs;
};

/// Numbers elements through all storeys: "w1", "r1", "o1", "c1" …; faces, in the report, "f1" …
struct Numbering {
  int wall = 0, opening = 0, room = 0, column = 0, stair = 0, curve = 0, face = 0;
};

Storey assemble(const StoreyFindings& findings, const LevelFrame& frame, const SurfaceNoise& noise,
                Geometry geometry, int index, Numbering& numbers);

}  // namespace storey
