// Stage 4: a storey in coarse cells, so that a plane looks only at what was seen about it.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <cstdint>
#include <vector>

#include "cloud/surfel.h"
#include "geometry/grid.h"

namespace storey {

/// Something that was seen, as a whole.
struct Seen {
  Eigen::AlignedBox2d plan;
  std::vector<std::uint32_t> stations;  ///< all that saw some of it, in ascending order
  StationSet last = 0;                  ///< of what was added last: neighbours are mostly seen by the same

  void add(const Surfel& surfel, const StationSets& sets) {
    plan.extend(surfel.mean.head<2>().cast<double>().eval());
    if (surfel.stations == last) return;
    last = surfel.stations;
    for (const std::uint32_t station : sets[last]) add_station(station);
  }
  void add_station(std::uint32_t station) {
    const auto place = std::ranges::lower_bound(stations, station);
    if (place == stations.end() || *place != station) stations.insert(place, station);
  }
};

// Column and row of a place; what lies beyond an edge counts for the cell there.
inline int column_of(const GridFrame& frame, const Vec2& p) {
  return std::clamp(frame.column(p.x()), 0, frame.columns - 1);
}
inline int row_of(const GridFrame& frame, const Vec2& p) {
  return std::clamp(frame.row(p.y()), 0, frame.rows - 1);
}

/// Calls `visit` with column and row of each cell of the box.
template <class Visit>
void visit_cells(const GridFrame& frame, const Eigen::AlignedBox2d& box, const Visit& visit) {
  each_cell_from(frame, column_of(frame, box.min()), column_of(frame, box.max()), row_of(frame, box.min()),
                 row_of(frame, box.max()), visit);
}

inline GridFrame frame_of_cells(const GridFrame& fine, double cell) {
  return frame_over(fine.origin, fine.end(), cell, 0);
}

}  // namespace storey
