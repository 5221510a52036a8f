// Stage 4: which upright faces are walls, and which furniture, lintels in the air, cornices and units on
// walls.
#pragma once

#include <vector>

#include "engine/faces/find_faces.h"

namespace storey {

/// share of a wall's length that shows below its lintels.
inline constexpr double kMinBody = 0.2;

/// Does floor or ceiling show close to both sides wherever the face does, as of the leaf of an open door, or
/// of a pane? Of a wall it shows on one.
bool stands_free(const WallFace& face);

/// What the face is by itself: a wall's if it reaches the ceiling, a beam's if it hangs within a room. Of the
/// others it says nothing: furniture hides walls' tops, and scans leave them out.
Reason judge_alone(const StoreyRaster& raster, const WallFace& face);

/// Judges the faces that say nothing by themselves by their cues, beside those of walls that reach the
/// ceiling. Adds the stretches that stand as walls in the planes of those that are none.
void judge_by_cues(const StoreyRaster& raster, const LineWidth& width, int threads,
                   std::vector<WallFace>& faces);

/// The stretches of a face that reach the ceiling, where the whole does not: a pier or a column and, in the
/// same plane, the front of a cupboard or of a window seat.
std::vector<WallFace> standing_parts(const StoreyRaster& raster, const LineWidth& width,
                                     const WallFace& face);

/// Lintels rest on walls at both ends; what hangs from the ceiling otherwise is a beam, a duct or a lamp.
void drop_hanging(const StoreyRaster& raster, std::vector<WallFace>& faces);

/// What stands out from a wall above head height only is a cornice, a bulkhead, a casing or a unit on it: the
/// plan shows the wall. So it does where units stand below the bulkhead, as in kitchens.
void drop_cornices(std::vector<WallFace>& faces);

}  // namespace storey
