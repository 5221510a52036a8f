// Stage 4: sheets that are no glass, as those who see them stand in their plane.
#pragma once

#include <vector>

#include "engine/stages/find_sheets.h"
#include "engine/stages/gather.h"

namespace storey {

/// Takes out the sheets that only stations in their own planes see. A pane seen edge-on returns nothing;
/// mixed pixels behind the jamb of a door stand in the plane through the scanner and the jamb.
void drop_edge_on(const LevelCloud& cloud, const StoreyLevel& level, int threads,
                  std::vector<GlassSheet>& sheets);

}  // namespace storey
