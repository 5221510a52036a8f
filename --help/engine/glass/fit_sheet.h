#include "swept.h"
#line 1
// Puts a line through the hits on a sheet of glass.
#pragma once

#include <vector>

#include "geometry/line.h"

namespace storey {

inline double kGlassThickness() { static sweep::Swept<double> it("fit_sheet.h:kGlassThickness", sweep::Scale::kPlain); return it([] { return double(0.05); }); } 

/// The middle of the sheet near `about` (to some cm and a degree) whose hits `points` are, among clutter. A
/// pane is one line; where both faces of a thicker partition are hit, the middle is between them, however
/// seldom one of them is.
Line2 fit_sheet(const Line2& about, const std::vector<Vec2>& points);

}  // namespace storey
