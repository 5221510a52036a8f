// How the plan lies on the sheet: turned so that most walls are level, and moved near the origin.
#pragma once

#include "storey/options.h"
#include "storey/plan.h"

namespace storey::drawing {

/// sheet = 1000 * rotation(-angle) * (plan - origin): metres of the plan to millimetres of the sheet.
struct SheetFrame {
  Point2 origin;         ///< m, in the plan's frame
  double angle_deg = 0;  ///< from the plan's x axis to the sheet's, -45 … 45

  Point2 sheet_from_plan(const Point2& plan) const;
  Point2 plan_from_sheet(const Point2& sheet) const;
};

/// The frame that all storeys of `plan` share. kStraight: the direction that most metres of wall follow lies
/// level (turned by 45° at most) and the origin is the lower left corner of the building, rounded down to
/// metres. kScan: the frame of the plan itself.
SheetFrame sheet_frame(const Plan& plan, Orientation orientation);

/// `storey` with all its lengths and places in millimetres of the sheet (areas stay square metres, angles of
/// swings degrees). Heights become millimetres, too.
Storey on_sheet(const Storey& storey, const SheetFrame& frame);

}  // namespace storey::drawing
