// Stage 4: what two faces that look away from each other tell together: partitions, and casework before
// walls.
#pragma once

#include <vector>

#include "engine/faces/find_faces.h"

namespace storey {

/// Makes faces structural that show too little to be walls by themselves, as furniture or the scan leaves out
/// their tops, where a wall that looks the other way stands a partition's thickness behind them: they are its
/// other side. Leaves that slide along a wall have that wall's own face behind them, and beside.
void find_partition_faces(std::vector<WallFace>& faces);

/// Judges the fronts of casework that stands before a wall. Such a front shows all that a wall's face does.
/// But with the wall's other face, which the room next door shows, it would make a wall as thick as casework
/// is deep and a wall more, where the walls of the storey are thin.
void drop_casework(std::vector<WallFace>& faces);

}  // namespace storey
