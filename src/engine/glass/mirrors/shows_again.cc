#include "engine/glass/mirrors/shows_again.h"

#include "engine/glass/mirror_plane.h"
#include "engine/scan/lengths.h"

namespace storey {

bool shows_at(const StoreyRaster& raster, const Vec2& plan, double z, double tolerance) {
  // The bins are 5 cm high.
  const HeightMask heights = raster.bins.range(z - kImageTolerance, z + kImageTolerance);
  return any_cell_about(raster.columns.frame, plan, tolerance,
                        [&](int c, int r) { return raster.columns.hit_in(c, r, heights); });
}

bool extends_along(const StoreyRaster& raster, const Vec2& direction, const Vec2& plan, double z) {
  return shows_at(raster, plan - kAtCorner * direction, z, kImageTolerance / 2) &&
         shows_at(raster, plan + kAtCorner * direction, z, kImageTolerance / 2);
}

}  // namespace storey
