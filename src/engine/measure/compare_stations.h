// Stage 11: how well the scans of several stations fit together.
#pragma once

#include <span>
#include <vector>

#include "cloud/cloud_source.h"
#include "engine/faces/face_grid.h"
#include "engine/faces/find_faces.h"
#include "engine/scan/gather.h"
#include "storey/report.h"

namespace storey {

/// mm from which on a station is warned of: three times what registration by common surfaces leaves.
inline constexpr double kBadOffset = 10;

/// A vertical face between two heights. m, as the surfels.
struct UprightFace : LinePart {
  Interval height;
};

/// The faces of walls in a storey, clear of floor and ceiling.
std::vector<UprightFace> upright_faces(const std::vector<WallFace>& faces, const StoreyLevel& level);

/// Where a sample of each station's points lies off the faces that other stations saw too: the shifts in plan
/// that make them agree best, each against the mean of the others. Stations that share too little are left
/// out; so are all if there is only one. Offsets beyond 4 cm, twice a voxel, show as walls of their own
/// instead. Errors: those of reading.
Result<std::vector<StationOffset>> compare_stations(std::span<const CloudSource* const> clouds,
                                                    const LevelFrame& cloud,
                                                    const std::vector<UprightFace>& faces);

}  // namespace storey
