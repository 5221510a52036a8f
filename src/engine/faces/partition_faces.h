// Stage 4: faces of partitions that are known by the other face alone.
#pragma once

#include <vector>

#include "engine/faces/find_faces.h"

namespace storey {

/// Makes faces structural that show too little to be walls by themselves, as furniture or the scan leaves out
/// their tops, where a wall that looks the other way stands a partition's thickness behind them: they are its
/// other side. Leaves that slide along a wall have that wall's own face behind them, and beside.
void find_partition_faces(std::vector<WallFace>& faces);

}  // namespace storey
