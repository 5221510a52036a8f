// Stage 4: what those share that look for images in glass, of sheets and of faces.
#pragma once

#include "engine/glass/find_sheets.h"
#include "engine/glass/glass_walls.h"
#include "engine/glass/mirror_plane.h"

namespace storey {

inline constexpr double kAboutPiece = 1.0;  ///< m each way: a pane is hit in few of its pieces

/// Nothing is known of the sheet there.
inline void hide(SheetPiece& piece) {
  piece.low = piece.high = 0;
  piece.hidden = true;
}

/// The stretch of it that may mirror.
inline MirrorPlane plane_of(const GlassSheet& sheet) { return {sheet.line, {sheet.from, sheet.to()}}; }
inline MirrorPlane plane_of(const GlassWall& wall) { return {wall.line, wall.extent}; }

/// A direction as a mirror shows it.
inline Vec2 mirrored_direction(const Vec2& direction, const Line2& mirror) {
  return mirrored(mirror.point + direction, mirror) - mirror.point;
}

}  // namespace storey
