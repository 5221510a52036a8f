// How high the heads of doors, passages and windows are, and what is too high to be one.
#pragma once

#include <algorithm>

#include "engine/storeys/find_storeys.h"

namespace storey {

/// m above the floor, at most 1.98, as doors are made: heads are higher, old ones just so.
inline constexpr double kLowestHead = 1.85;

/// m above the floor: heads of doors, with what their height varies by; leaves are lower.
inline constexpr double kUsualHead = 2.15;

/// m above the floor: tall doors and windows, and cupboards, are seldom higher.
inline constexpr double kHighestHead = 2.60;

/// m below the ceiling: heads of doors are lower; lintels, and faces that reach up to the ceiling, fill it.
inline constexpr double kLintelBand = 0.4;

/// share of the height of a room that makes heads higher still.
inline constexpr double kHighRoom = 0.80;

/// m above the floor: heads of passages; what hangs higher is a beam, or a low ceiling.
inline constexpr double kPassageHead = 2.30;

/// share of the height of a room up to which heads of doors and passages reach where it is high.
inline constexpr double kHighPassage = 0.70;

/// m above the floor: heads and furniture end below it, beams, bulkheads and cornices begin there.
inline double highest_head(const StoreyLevel& level) {
  return std::max(kHighestHead, kHighRoom * (level.ceiling_z - level.floor_z));
}

}  // namespace storey
