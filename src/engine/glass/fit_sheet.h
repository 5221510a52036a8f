// Puts a line through the hits on a sheet of glass.
#pragma once

#include <vector>

#include "geometry/line.h"

namespace storey {

inline constexpr double kSheetBand = 0.08;  ///< m across: both faces of a pane, and their noise
inline constexpr double kSheetTurn =
    0.0175;  ///< rad: 1°, by which a sheet is turned at most when it is fitted
inline constexpr double kGlassThickness = 0.05;  ///< m, assumed: laminated panes and their frames

/// The middle of the sheet near `about` (to some cm and a degree) whose hits `points` are, among clutter. A
/// pane is one line; where both faces of a thicker partition are hit, the middle is between them, however
/// seldom one of them is.
Line2 fit_sheet(const Line2& about, const std::vector<Vec2>& points);

}  // namespace storey
