// Stage 4: what glass mirrors. A scanner sees walls behind a pane that stand before it.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/glass/find_sheets.h"
#include "engine/glass/glass_walls.h"
#include "engine/glass/sheet_views.h"

namespace storey {

/// The faces that may mirror as glass does: floor shows on both sides of them. A scanner close to a pane hits
/// it as densely as a wall.
std::vector<GlassWall> dense_panes(const std::vector<WallFace>& faces);

/// The faces of which cut_images() may want to know who sees them.
std::vector<std::size_t> possible_images(const std::vector<GlassWall>& walls,
                                         const std::vector<WallFace>& faces);

/// Takes out of the faces what glass walls mirror: those that stations see through such a wall alone, where
/// it mirrors others to; and of those that go on square behind one, as walls that end there seem to, what
/// stations see through it alone, or what is much thinner there. Of what goes on behind a dense pane,
/// thinness counts only where nobody knows who saw it: another room's wall may be thin, too. `views` are
/// those of all faces; the possible_images() among them alone need any. True if it changed one.
bool cut_images(const std::vector<GlassWall>& walls, const std::vector<FaceViews>& views,
                std::vector<WallFace>& faces);

}  // namespace storey
