// Surfels by place: pieces of a building of which a thread's caches hold one.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "cloud/surfel_store.h"
#include "engine/scan/neighbourhood.h"

namespace storey {

inline constexpr std::int64_t kTileVoxels = 200;  ///< voxels along a tile's edges: 4 m

/// The voxel of a point.
Cube voxel_of(const Eigen::Vector3f& p);

/// The tile of a voxel.
Cube tile_of(const Cube& voxel);

/// Whether a point lies in a tile or within `margin` (m) of it.
bool is_about(const Cube& tile, const Eigen::Vector3f& p, float margin);

/// All surfels of a building, tile by tile. The tiles beside those that hold something are there, too, as
/// what lies between two surfels may lie there. Each tile holds chunks of its own, so that putting more into
/// one moves nothing.
class SurfelTiles {
 public:
  /// What lies in a tile and about it; of these, the tile's own are from `first` to before `past`.
  struct Around {
    std::vector<Surfel> surfels;
    std::size_t first = 0, past = 0;
  };

  SurfelTiles() = default;
  /// Takes the store's chunks one after the other.
  explicit SurfelTiles(SurfelStore store);
  /// With the same tiles, of which each holds what is given for it.
  SurfelTiles(const SurfelTiles& like, std::vector<SurfelChunk> given);

  std::size_t size() const { return tiles_.size(); }  ///< tiles
  const Cube& operator[](std::size_t tile) const { return tiles_[tile]; }
  /// What a tile holds, in the order in which it came; nothing of one that is not there.
  std::span<const SurfelChunk> in(const Cube& tile) const;
  /// Empties it.
  std::vector<SurfelChunk> take(std::size_t tile) { return std::exchange(held_[tile], {}); }
  /// What lies in a tile or within `margin` (m) of it, up to a tile's edge; in the order of the tiles.
  Around about(const Cube& tile, float margin) const;

  /// Puts `more[t]`, which lies in the tile `tiles[t]`, into that. \pre these are there
  void add(const SurfelTiles& tiles, std::vector<SurfelChunk> more);

 private:
  /// Number of a tile, or size().
  std::size_t find(const Cube& tile) const;
  /// The tiles beside those that hold something are there, too.
  void add_tiles_beside();

  std::vector<Cube> tiles_;                     // ascending
  std::vector<std::vector<SurfelChunk>> held_;  // of each tile; none of them is empty
};

}  // namespace storey
