// Stage 4: from where the hits on sheets of glass, and on faces, were seen.
#pragma once

#include <vector>

#include "engine/glass/find_sheets.h"
#include "engine/scan/gather.h"

namespace storey {

/// Fills SheetPiece::views of the pieces that speak for their sheet, from what shows above furniture. Nothing
/// to do for a scan without poses.
void find_views(const LevelCloud& cloud, const StoreyLevel& level, int threads,
                std::vector<GlassSheet>& sheets);

/// Who sees what shows of a face above furniture.
using FaceViews = InPieces<std::vector<SheetView>>;

/// One per face. Those that are not `asked` for, and all in a scan without poses, are without views.
std::vector<FaceViews> views_of_faces(const LevelCloud& cloud, const StoreyLevel& level, int threads,
                                      const std::vector<WallFace>& faces,
                                      const std::vector<std::size_t>& asked);

/// Takes out the sheets that only stations see which a solid wall hides them from: what shows past a wall is
/// an image in glass before it, while of a pane there a station in its room would see some.
void drop_hidden(const StoreyRaster& raster, const std::vector<WallFace>& faces,
                 std::vector<GlassSheet>& sheets);

}  // namespace storey
