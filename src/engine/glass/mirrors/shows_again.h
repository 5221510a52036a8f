// Stage 4: whether something shows at the place where a mirror would show it again.
#pragma once

#include "engine/storeys/storey_raster.h"

namespace storey {

/// Is something hit within the tolerance (m) of `plan`, about as high as `z` (m)?
bool shows_at(const StoreyRaster& raster, const Vec2& plan, double z, double tolerance);

/// Does what shows at a place go on along `direction`, to both sides? Along the normal of a mirror, level
/// surfaces and walls square to it do: they are their own images.
bool extends_along(const StoreyRaster& raster, const Vec2& direction, const Vec2& plan, double z);

}  // namespace storey
