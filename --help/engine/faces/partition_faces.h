#include "swept.h"
#line 1
// Stage 4: faces of partitions that are known by the other face alone.
#pragma once

#include <vector>

#include "engine/faces/find_faces.h"

namespace storey {

/// Shows enough, and is long enough, to be a partition's other side, though it is no wall by itself.
bool may_be_partition(const WallFace& face);

/// Makes faces structural that show too little to be walls by themselves, as furniture or the scan leaves out
/// their tops, where a wall that looks the other way stands a partition's thickness behind them: they are its
/// other side. Leaves that slide along a wall have that wall's own face behind them, and beside.
void find_partition_faces(std::vector<WallFace>& faces);

}  // namespace storey
