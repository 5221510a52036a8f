// Where there is something level over the cells of a plan: what could be the tread of a stair.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/scan/gather.h"
#include "engine/storeys/storey_raster.h"
#include "geometry/grid.h"
#include "geometry/line.h"

namespace storey {

using LevelIndex = std::uint32_t;  ///< into LevelCells::levels

/// A short run of voxels over one plan cell.
struct LevelCell {
  double z = 0;  ///< m, mean
  std::uint32_t cell = 0;
  int tread = -1;  ///< that it belongs to
};

/// All level surfaces over each plan cell; those of cell i are [first[i], first[i + 1]).
struct LevelCells {
  GridFrame frame;
  std::vector<LevelCell> levels;
  std::vector<std::uint32_t> first;

  int column(const LevelCell& level) const { return static_cast<int>(level.cell) % frame.columns; }
  int row(const LevelCell& level) const { return static_cast<int>(level.cell) / frame.columns; }
  Vec2 centre(const LevelCell& level) const { return frame.centre(column(level), row(level)); }

  /// Calls `visit` with the index of each level surface in the cells up to `reach` cells away.
  template <class Visit>
  void visit_near(int column, int row, int reach, Visit visit) const {
    each_cell_near(frame, column, row, reach, [&](int c, int r) {
      const LevelIndex from = first[frame.index(c, r)], to = first[frame.index(c, r) + 1];
      for (LevelIndex i = from; i < to; ++i) visit(i);
    });
  }
};

/// Of the heights at which a flight of the storey can have treads: from above the skirting to the floor
/// above, or through the thickness of a floor above the ceiling.
LevelCells level_cells(const LevelCloud& cloud, const StoreyRaster& raster, double cell_size);

}  // namespace storey
