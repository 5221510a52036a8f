// Looks for the leaf of an open door around an opening's jambs.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/storeys/storey_raster.h"
#include "engine/walls/build_walls.h"
#include "engine/walls/wall_runs.h"
#include "storey/plan.h"

namespace storey {

/// Looks for the leaves of a storey's doors.
class LeafFinder {
 public:
  LeafFinder(const StoreyRaster& raster, const std::vector<WallPiece>& walls);

  /// The leaf whose hinge is at one of the jambs of `span` (m along the run), if the scan shows
  /// one: a thin upright as wide as the opening and as high as `head` (m), free on both sides, and no wall.
  /// Points are relative to the cloud's origin.
  std::optional<Swing> find(const WallRun& run, const Interval& span, double head) const;

  /// The same for a leaf of glass, of which the stile at its free edge shows and little else.
  std::optional<Swing> find_glass(const WallRun& run, const Interval& span, double head) const;

 private:
  /// How well a leaf along a line shows, 0…1.
  using Coverage = double (LeafFinder::*)(const Line2& leaf, double width, double head) const;

  /// Shares, 0…1: of the height bins that are hit; of the pieces along, and of the heights, that show.
  struct Scatter {
    double density = 0, along = 0, up = 0;
  };

  HeightMask hits_about(const Line2& leaf, double s) const;
  static double shown(const std::vector<double>& uprights, double from, double to, double gap);
  std::optional<double> upright_coverage(const Line2& leaf, double width, double head) const;
  Scatter scatter_on(const Line2& line, double from, double to, HeightMask heights) const;
  double scattered_coverage(const Line2& leaf, double width, double head) const;
  double coverage(const Line2& leaf, double width, double head) const;
  double glass_coverage(const Line2& leaf, double width, double head) const;
  std::optional<Swing> best(const WallRun& run, const Interval& span, double head, double least,
                            Coverage coverage_of) const;

  const StoreyRaster& raster_;
  Mask wall_;  ///< cells of the raster in which a wall has a face
};

}  // namespace storey
