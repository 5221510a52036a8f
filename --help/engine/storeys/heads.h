#include "swept.h"
#line 1
// How high the heads of doors, passages and windows are, and what is too high to be one.
#pragma once

#include <algorithm>

#include "engine/storeys/find_storeys.h"

namespace storey {

/// m above the floor, at most 1.98, as doors are made: heads are higher, old ones just so.
inline double kLowestHead() { static sweep::Swept<double> it("heads.h:kLowestHead", sweep::Scale::kPlain); return it([] { return double(1.85); }); } 

/// m above the floor: tall doors and windows, and cupboards, are seldom higher.
inline double kHighestHead() { static sweep::Swept<double> it("heads.h:kHighestHead", sweep::Scale::kPlain); return it([] { return double(2.60); }); } 

/// m above the floor: heads and furniture end below it, beams, bulkheads and cornices begin there.
inline double highest_head(const StoreyLevel& level) {
static constexpr auto kHighRoom = []() -> double { static sweep::Swept<double> it("heads.h:kHighRoom", sweep::Scale::kShare); return it([] { return double(0.80); }); }; 
  return std::max(kHighestHead(), kHighRoom() * (level.ceiling_z - level.floor_z));
}

}  // namespace storey
