// Stage 4: what glass mirrors. A scanner sees walls behind a pane that stand before it.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/glass/find_sheets.h"
#include "engine/glass/glass_walls.h"
#include "engine/glass/sheet_views.h"

namespace storey {

/// The sheets that are real: the one first that, with its images of solid faces in others, explains most of
/// what was hit; what may be an image in another one waits for that. Of the others' evidence only what no
/// image explains is left, and neither what mirrors their own frames behind it, nor what stations see through
/// one real sheet alone where that mirrors another to. Without views, what is weak there is an image.
std::vector<GlassSheet> without_images(std::vector<GlassSheet> sheets, const std::vector<WallFace>& faces);

/// The faces that may mirror as glass does: floor shows on both sides of them. A scanner close to a pane hits
/// it as densely as a wall.
std::vector<GlassWall> dense_panes(const std::vector<WallFace>& faces);

/// Hides what sheets show where a pane mirrors faces to, and stations see through it alone.
void hide_images(const std::vector<GlassWall>& panes, const std::vector<WallFace>& faces,
                 std::vector<GlassSheet>& sheets);

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
