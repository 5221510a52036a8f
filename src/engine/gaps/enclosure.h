// Stage 6: whether walls stand around a part of the plan, as they do around rooms.
#pragma once

#include <vector>

#include "engine/faces/face_grid.h"
#include "geometry/contour.h"

namespace storey {

/// How much structural faces enclose a label; those that look at it, if nothing else is said.
struct Enclosure {
  double outline = 0;  ///< share of its outline that they stand along, 0…1
  double horizon = 0;  ///< share of its horizon that they fill, 0…1
  double high = 0;     ///< share of its horizon where they show above the storey's ceilings, 0…1
  double walls = 0;  ///< share of its horizon that walls fill, be it that other rooms alone show them, 0…1

  /// Parts of rooms that were seen through a door have an outline without walls, but walls around; what one
  /// sees through a window has the backs of walls around.
  double mean() const { return (outline + horizon) / 2; }
};

/// `above` are the height bins above the storey's ceilings; `box` holds the label.
Enclosure enclosure(const FacesInPlan& faces, const HeightMask& above, const Grid<std::int32_t>& labels,
                    std::int32_t label, const CellBox& box);

}  // namespace storey
