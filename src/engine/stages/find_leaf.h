// Looks for the leaf of an open door around an opening's jambs.
#pragma once

#include <optional>

#include "engine/stages/build_walls.h"
#include "engine/stages/storey_raster.h"
#include "storey/plan.h"

namespace storey {

/// The leaf whose hinge is at one of the jambs of `span` (along the wall's front face), if the scan shows
/// one: a thin upright as wide as the opening and as high as `head` (m), free on both sides. Points are
/// relative to the cloud's origin.
std::optional<Swing> find_leaf(const StoreyRaster& raster, const WallPiece& wall, const Interval& span,
                               double head);

}  // namespace storey
