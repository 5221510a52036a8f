// Stage 4: what those share that look for images in glass, of sheets and of faces.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/glass/find_sheets.h"
#include "engine/glass/glass_walls.h"
#include "engine/glass/mirror_plane.h"
#include "engine/glass/sheet_views.h"
#include "engine/scan/directions.h"

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

/// Does a mirror in one line show what stands in the other in that same line again?
inline bool are_square(const Line2& a, const Line2& b) {
  return std::abs(a.direction.dot(b.direction)) <= kLeastTurn;
}

/// How many voxels are hit, and how many of them not through the glass in a mirror's line.
struct Looks {
  int all = 0, direct = 0;

  /// `is_glass(s)`: is there glass at `s` of the line? A station on the other side sees past it else.
  template <class IsGlass>
  void add(const Vec2& p, const std::vector<SheetView>& views, const Line2& mirror, const IsGlass& is_glass) {
    const double behind = mirror.offset(p);
    for (const SheetView& view : views) {
      const double before = mirror.offset(view.from);
      const bool through = before * behind < 0 &&
                           is_glass(mirror.along(view.from + before / (before - behind) * (p - view.from)));
      all += view.voxels;
      direct += through ? 0 : view.voxels;
    }
  }
  bool known() const { return all > 0; }
  /// Do most hits come through the glass? (Others hit people there, and what else may stand where the image
  /// is.) False where nobody is known to see anything.
  bool through() const { return 2 * direct < all; }
};

/// Who hits a sheet about a piece of it, through the glass in a mirror's line or past it.
template <class IsGlass>
Looks looks_at(const GlassSheet& sheet, std::size_t piece, const Line2& mirror, const IsGlass& is_glass) {
  const auto about = static_cast<std::size_t>(std::lround(kAboutPiece / kSheetPiece));
  Looks looks;
  for (std::size_t i = piece - std::min(piece, about); i < std::min(sheet.pieces.size(), piece + about + 1);
       ++i)
    looks.add(sheet.line.at(sheet.middle_of(i)), sheet.pieces[i].views, mirror, is_glass);
  return looks;
}

}  // namespace storey
