#include "engine/glass/mirrors/shows_again.h"

#include <cmath>

#include "engine/glass/mirror_plane.h"
#include "engine/scan/lengths.h"

namespace storey {

bool shows_at(const StoreyRaster& raster, const Vec2& plan, double z, double tolerance) {
  const GridFrame& frame = raster.columns.frame;
  return raster.columns.hit_near(frame.column(plan.x()), frame.row(plan.y()),
                                 static_cast<int>(std::ceil(tolerance / frame.cell)),
                                 // The bins are 5 cm high.
                                 raster.bins.range(z - kImageTolerance, z + kImageTolerance));
}

bool extends_along(const StoreyRaster& raster, const Vec2& direction, const Vec2& plan, double z) {
  return shows_at(raster, plan - kAtCorner * direction, z, kImageTolerance / 2) &&
         shows_at(raster, plan + kAtCorner * direction, z, kImageTolerance / 2);
}

}  // namespace storey
