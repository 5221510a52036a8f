// Stage 6: which parts of the plan are rooms, as labels on a raster.
#pragma once

#include <vector>

#include "engine/faces/find_faces.h"
#include "engine/storeys/storey_raster.h"
#include "model/reasons.h"

namespace storey {

/// What was looked at, and is no room.
struct RefusedPlace {
  Vec2 at = Vec2::Zero();  ///< the middle of it
  double area = 0;         ///< m²
  Reason reason;
};

/// Room labels: 0 is no room, i + 1 is room i.
struct RoomRaster {
  Grid<std::int32_t> labels;  ///< cells of about 4 cm
  Grid<float> weights;        ///< how sure a cell's label is, 0…1
  int rooms = 0;
  std::vector<bool> open_below;  ///< per label: no room of this storey, but the upper part of one below
  std::vector<double> seen;      ///< per label: share of its area under a ceiling or over a floor
  std::vector<Reason> reasons;   ///< per label: why it is a room
  std::vector<RefusedPlace> refused;

  bool is_void(int label) const {
    return static_cast<std::size_t>(label) < open_below.size() && open_below[static_cast<std::size_t>(label)];
  }
};

/// Rooms are what lies under a ceiling (over a floor, where no ceiling was seen), parted by structural faces
/// and enclosed by them.
RoomRaster find_rooms(const StoreyRaster& raster, const std::vector<WallFace>& faces, int threads = 1);

}  // namespace storey
