// Stage 4: what glass mirrors. A scanner sees walls behind a pane that stand before it.
#pragma once

#include <vector>

#include "engine/stages/find_sheets.h"

namespace storey {

/// The sheets that are real: the one first that, with its images of solid faces in others, explains most of
/// what was hit. Of the others' evidence only what no image explains is left, and not what mirrors their own
/// frames behind it.
std::vector<GlassSheet> without_images(std::vector<GlassSheet> sheets, const std::vector<WallFace>& faces);

/// Walls that end at a glass wall are mirrored in it, and their faces seem to go on behind it: cuts off what
/// is much thinner there. The glass wall stands on `extent` of `line`.
void cut_images(const Line2& line, const Interval& extent, std::vector<WallFace>& faces);

}  // namespace storey
