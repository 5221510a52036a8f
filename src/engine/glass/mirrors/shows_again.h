// Stage 4: whether something shows at the place where a mirror would show it again.
#pragma once

#include <algorithm>
#include <cmath>

#include "engine/storeys/storey_raster.h"

namespace storey {

/// Is there a cell, within the tolerance (m) of `plan` along both axes, of which `is(column, row)` holds?
template <class Is>
bool any_cell_about(const GridFrame& frame, const Vec2& plan, double tolerance, const Is& is) {
  const int reach = static_cast<int>(std::ceil(tolerance / frame.cell));
  const int column = frame.column(plan.x()), row = frame.row(plan.y());
  if (frame.inside(column, row) && is(column, row)) return true;  // as the centre mostly is
  const int last_row = std::min(row + reach, frame.rows - 1);
  const int last_column = std::min(column + reach, frame.columns - 1);
  for (int r = std::max(row - reach, 0); r <= last_row; ++r)
    for (int c = std::max(column - reach, 0); c <= last_column; ++c)
      if (is(c, r)) return true;
  return false;
}

/// Is something hit within the tolerance (m) of `plan`, about as high as `z` (m)?
bool shows_at(const StoreyRaster& raster, const Vec2& plan, double z, double tolerance);

/// Does what shows at a place go on along `direction`, to both sides? Along the normal of a mirror, level
/// surfaces and walls square to it do: they are their own images.
bool extends_along(const StoreyRaster& raster, const Vec2& direction, const Vec2& plan, double z);

}  // namespace storey
