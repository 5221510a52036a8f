// What a scan shows of one voxel of the building.
#pragma once

#include <Eigen/Core>

#include "cloud/station_sets.h"

namespace storey {

/// One voxel's content in real coordinates.
struct Surfel {
  Eigen::Vector3f mean;     ///< relative to VoxelGrid::origin
  float count = 0;          ///< points
  StationSet stations = 0;  ///< that saw it; a number of the map's StationSets
};

}  // namespace storey
