// Stage 9: doors, windows and openings, on a raster of each wall's elevation.
#pragma once

#include <optional>
#include <vector>

#include "engine/scan/gather.h"
#include "engine/walls/build_walls.h"
#include "model/reasons.h"
#include "storey/plan.h"

namespace storey {

inline constexpr double kNarrowestLeaf = 0.60;  ///< m: doors of closets and cellars

/// What the cells of a void in a wall's elevation and of its rim show.
struct VoidMeasures {
  double inside = 0;      ///< share of cells with something between the faces
  double other_void = 0;  ///< share of cells in which the other face is missing as well
  double hidden = 0;      ///< share of cells with something before the face and nothing inside
  double rim = 0;         ///< share of the rim (jambs, head, sill) with something between the faces
  double threshold = 0;   ///< share of the width in which the floor goes on inside the wall
  double deep = 0;        ///< share of cells with something deeper in an outer wall than panes stand
  double beyond = 0;      ///< share of cells past the rim with something between the faces
};

/// An opening as found on a wall.
struct FoundOpening {
  int wall = 0;  ///< index into the walls
  OpeningType type = OpeningType::kOpening;
  Interval span;               ///< jambs, along the wall's front face
  double sill = 0, head = 0;   ///< m above the storey's floor
  std::optional<Swing> swing;  ///< points relative to the cloud's origin
  /// Standard uncertainties, m, of heights but for that of the floor.
  double jamb_sigma = 0, sill_sigma = 0, head_sigma = 0;
  double confidence = 0;                 ///< of what was measured: see opening_odds.h
  std::optional<VoidMeasures> measures;  ///< none: a door that shows by its steps or as glass, not as a void
  Reason left_out{};                     ///< why it is not drawn; not judged: it is
};

std::vector<FoundOpening> find_openings(const LevelCloud& cloud, const StoreyRaster& raster,
                                        const std::vector<WallPiece>& walls, double noise, int threads = 1);

}  // namespace storey
