// Puts a line through the hits on a sheet of glass.
#pragma once

#include <cmath>
#include <vector>

#include "engine/glass/sparse_hits.h"
#include "engine/scan/lengths.h"
#include "geometry/line.h"

namespace storey {

inline constexpr double kSheetBand = 0.08;  ///< m across: both faces of a pane, and their noise
inline constexpr double kSheetTurn =
    0.0175;  ///< rad: 1°, by which a sheet is turned at most when it is fitted
inline constexpr double kGlassThickness = 0.05;  ///< m, assumed: laminated panes and their frames

/// The middle of a sheet that is hit on one face, or on two `half` (m) to either side.
struct SheetFit {
  Line2 line;
  double half = 0;

  bool on_face(const Vec2& p) const { return std::abs(std::abs(line.offset(p)) - half) <= kBulge; }
};

/// The middle of the sheet near `about` (to some cm and a degree) that `hits` show, among clutter. A pane is
/// one line; where both faces of a thicker partition are hit, the middle is between them: if one shows along
/// at least half as much as the other, and is hit at least 0.3 times as often.
SheetFit fit_sheet(const Line2& about, const std::vector<SheetHit>& hits);

}  // namespace storey
