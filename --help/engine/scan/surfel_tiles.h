#include "swept.h"
#line 1
// Surfels by place: pieces of a building of which a thread's caches hold one.
#pragma once

#include <span>
#include <vector>

#include "engine/scan/neighbourhood.h"

namespace storey {

inline constexpr std::int64_t kTileVoxels = 200; 

/// The tile of a voxel.
Cube tile_of(const Cube& voxel);

/// Whether a point lies in a tile or within `margin` (m) of it.
bool is_about(const Cube& tile, const Eigen::Vector3f& p, float margin);

/// All surfels of a building, tile by tile. The tiles beside those that hold something are there, too, as
/// what lies between two surfels may lie there.
class SurfelTiles {
 public:
  explicit SurfelTiles(std::vector<Surfel> surfels);

  std::size_t size() const { return tiles_.size(); }  ///< tiles
  const Cube& operator[](std::size_t tile) const { return tiles_[tile]; }
  /// In the order of the tiles, and within one in that in which they came.
  const std::vector<Surfel>& surfels() const { return surfels_; }
  /// What lies in a tile; nothing in one that is not there.
  std::span<const Surfel> in(const Cube& tile) const;
  std::vector<Surfel> take() && { return std::move(surfels_); }
  /// What lies in a tile or within `margin` (m) of it, up to a tile's edge.
  std::vector<Surfel> about(const Cube& tile, float margin) const;

 private:
  std::vector<Cube> tiles_;           // ascending
  std::vector<std::uint32_t> first_;  // of `surfels_`, for each tile, and one past the last
  std::vector<Surfel> surfels_;
};

}  // namespace storey
