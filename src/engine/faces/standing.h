// Stage 4: where along a face a wall stands, as rooms see it.
#pragma once

#include "engine/faces/find_faces.h"

namespace storey {

/// Is there room right behind the stretch [from, to] of a face? Then it is the front of a niche.
bool open_behind(const StoreyRaster& raster, const Line2& line, double from, double to);

/// Does the face's step `i` show higher up than the heads of passages, and nothing of it between these and
/// counters?
bool shows_above_heads(const StoreyRaster& raster, const WallFace& face, std::size_t i);

/// The bins in which a header is hit on 10 cm of a face about one of its steps: on less a thin scan shows
/// gaps.
HeightMask hanging(const StoreyRaster& raster, const WallFace& face, std::size_t step);

/// Is the soffit of a face that hangs as high as those of passages, and well below the ceiling? Beams are
/// higher up.
bool at_passage_height(const StoreyRaster& raster, const WallFace& face);

/// Fills `stands` of each face: the stretches that reach the ceiling or show over most of the height of a
/// person, with the gaps that are parapets below windows, doors under a lintel, or were hidden. Fronts of
/// niches, and what is below beams, are left open.
void find_standing(const StoreyRaster& raster, int threads, std::vector<WallFace>& faces);

}  // namespace storey
