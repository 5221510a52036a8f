#include "swept.h"
#line 1
// Stage 2: the storeys, by the area of plan over which a floor and a ceiling face each other.
#pragma once

#include <optional>
#include <vector>

#include "engine/scan/gather.h"
#include "engine/scan/level.h"
#include "geometry/grid.h"

namespace storey {

inline double kBelowNextFloor() { static sweep::Swept<double> it("find_storeys.h:kBelowNextFloor", sweep::Scale::kPlain); return it([] { return double(0.06); }); } 

/// The space between one floor and its ceilings. Heights in the surfels' frame, m.
struct StoreyLevel {
  double floor_z = 0;    ///< the commonest floor; where none was seen, as walls or ceiling tell
  double ceiling_z = 0;  ///< the commonest ceiling; the top of the walls where no ceiling was seen
  double top_z = 0;      ///< the highest ceiling
  double low_ceiling_z =
      0;  ///< what is lower than nearly all ceilings, but for the deepest: tells voids from storeys
  double limit_z = 0;  ///< nothing from here up belongs to this storey: the floor above, or the sky
  bool floor_seen = true;
  bool foot_seen = true;  ///< if the floor was not: it is where walls begin, not where dwellings have it
  bool ceiling_seen = false;
  double floor_area = 0;               ///< m² of floor that was seen; of ceiling where no floor was
  std::optional<double> next_floor_z;  ///< of the storey above
};

/// From the lowest up; empty if nothing looks like the inside of a building.
std::vector<StoreyLevel> find_storeys(const SurfelView& surfels, const std::vector<FlatPatch>& patches);

}  // namespace storey
