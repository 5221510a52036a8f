#include "engine/faces/lines/columns.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

#include "engine/faces/lines/round_columns.h"
#include "engine/faces/lines/square_columns.h"
#include "geometry/polygon.h"

namespace storey {

bool StandingColumn::holds(const Vec2& p) const {
  if ((p - centre).norm() > radius + band) return false;
  return contains(outline, p) || distance_to_ring(p, outline) <= band;
}

StandingColumn round_column(const Vec2& centre, double radius, double band) {
  StandingColumn column{centre, radius, {}, band, {}};
  for (int i = 0; i < kAround; ++i) {
    const double angle = 2 * M_PI * i / kAround;
    column.outline.emplace_back(centre + radius * Vec2(std::cos(angle), std::sin(angle)));
  }
  return column;
}

std::vector<StandingColumn> find_standing_columns(const StoreyRaster& raster, double width, int threads) {
  std::vector<StandingColumn> columns = find_round_columns(raster, width, threads);
  std::ranges::move(find_square_columns(raster, columns, width), std::back_inserter(columns));
  return columns;
}

}  // namespace storey
