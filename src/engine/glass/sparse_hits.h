// What is hit off the faces of solids, by the height at which it is hit: there, glass shows.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/faces/find_faces.h"
#include "engine/storeys/storey_raster.h"
#include "geometry/mask.h"

namespace storey {

inline constexpr int kSheetRows = 10;  ///< rows from skirting to ceiling: a pane is hit in few of them
inline constexpr int kLowRows = 7;     ///< rows up to head height, where furniture and people are

/// Where something is hit, and at which heights.
struct SheetHit {
  Vec2 place;
  std::uint16_t rows = 0;                       ///< bit i: hit in row i
  std::array<std::uint8_t, kSheetRows> bins{};  ///< of the raster's height, that are hit in row i
};

/// Where the faces of solids are: their noise is no glass. 1 there, on the raster's cells.
Mask solids(const StoreyRaster& raster, const std::vector<WallFace>& faces, int threads);

/// The cells that are hit where `solid` is not 1, row by row of the raster, from left to right.
class SparseHits {
 public:
  SparseHits(const StoreyRaster& raster, const Mask& solid, int threads);

  template <class Visit>
  void each(const Visit& visit) const {
    for (const std::vector<SheetHit>& row : rows_)
      for (const SheetHit& hit : row) visit(hit);
  }
  /// Those in the box, and some beside it.
  template <class Visit>
  void each_within(const Eigen::AlignedBox2d& box, const Visit& visit) const {
    const int first = std::max(0, frame_.row(box.min().y()) - 1);
    const int last = std::min(frame_.rows - 1, frame_.row(box.max().y()) + 1);
    for (int r = first; r <= last; ++r) {
      const std::vector<SheetHit>& row = rows_[static_cast<std::size_t>(r)];
      const auto x_of = [](const SheetHit& hit) { return hit.place.x(); };
      for (auto hit = std::ranges::lower_bound(row, box.min().x() - frame_.cell, {}, x_of);
           hit != row.end() && hit->place.x() <= box.max().x() + frame_.cell; ++hit)
        visit(*hit);
    }
  }

 private:
  GridFrame frame_;
  std::vector<std::vector<SheetHit>> rows_;
};

}  // namespace storey
