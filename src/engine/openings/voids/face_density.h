// Stage 9: how densely a scan shows a wall's face, and where the face is seen.
#pragma once

#include <vector>

#include "engine/openings/voids/elevation.h"
#include "engine/scan/majority.h"

namespace storey {

/// How often a face is hit where there is one: the scan is dense before a station and thin along a corridor,
/// so the share of cells hit differs from place to place.
class FaceDensity {
 public:
  FaceDensity(const Elevation& elevation, std::uint8_t face);
  /// Share of the cells about this one that would be hit if the face were there, 0…1.
  double operator()(int column, int row) const {
    return of_column_[static_cast<std::size_t>(column)] * of_row_[static_cast<std::size_t>(row)];
  }

 private:
  std::vector<double> of_column_, of_row_;
};

// Share of a face's cells that are hit:

/// For each cell, whether the face is seen there: at the cell or, where the scan is thin, near enough that on
/// the face's own density a void would have shown.
class SeenFace {
 public:
  /// `least_share` of the hits that a face would bring has to be there.
  SeenFace(const Elevation& elevation, std::uint8_t face, const FaceDensity& density,
           double least_share = kSome)
      : elevation_(elevation), face_(face), density_(density), least_share_(least_share) {}

  bool operator()(int column, int row) const {
    const double density = density_(column, row);
    const int reach = density > kClearly ? 1 : density > kSome ? 2 : 3;
    int hits = 0, cells = 0;
    for (int r = std::max(0, row - 1); r <= std::min(elevation_.rows - 1, row + 1); ++r)
      for (int c = std::max(0, column - reach); c <= std::min(elevation_.columns - 1, column + reach); ++c) {
        ++cells;
        hits += (elevation_.at(c, r) & face_) != 0;
      }
    return hits > 0 && hits >= least_share_ * density * cells;
  }

 private:
  const Elevation& elevation_;
  std::uint8_t face_;
  const FaceDensity& density_;
  double least_share_;
};

}  // namespace storey
