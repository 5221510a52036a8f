// Stage 4: which sheets are glass, and which are images of walls and of glass in others.
#pragma once

#include <vector>

#include "engine/faces/find_faces.h"
#include "engine/glass/find_sheets.h"

namespace storey {

/// The sheets that are real: the one first that, with its images of solid faces in others, explains most of
/// what was hit; what may be an image in another one waits for that. Of the others' evidence only what no
/// image explains is left, and neither what mirrors their own frames behind it, nor what stations see through
/// one real sheet alone where that mirrors another to. Without views, what is weak there is an image.
std::vector<GlassSheet> without_images(std::vector<GlassSheet> sheets, const std::vector<WallFace>& faces);

}  // namespace storey
