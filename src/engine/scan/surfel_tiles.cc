#include "engine/scan/surfel_tiles.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "engine/scan/gather.h"
#include "geometry/key_numbers.h"

namespace storey {
namespace {

/// Visits a tile and the 26 around it, in order.
template <class Visit>
void each_around(const Cube& tile, const Visit& visit) {
  for (std::int64_t x = -1; x <= 1; ++x)
    for (std::int64_t y = -1; y <= 1; ++y)
      for (std::int64_t z = -1; z <= 1; ++z) visit(Cube{tile[0] + x, tile[1] + y, tile[2] + z});
}

}  // namespace

Cube voxel_of(const Eigen::Vector3f& p) { return cube_of(p, static_cast<float>(kVoxel)); }

Cube tile_of(const Cube& voxel) {
  const auto along = [](std::int64_t v) {
    return (v >= 0 ? v : v - kTileVoxels + 1) / kTileVoxels;  // rounded down
  };
  return {along(voxel[0]), along(voxel[1]), along(voxel[2])};
}

bool is_about(const Cube& tile, const Eigen::Vector3f& p, float margin) {
  constexpr auto kEdge = static_cast<float>(kTileVoxels * kVoxel);  // m
  const Eigen::Array3f off =
      p.array() - kEdge * Eigen::Array3f(static_cast<float>(tile[0]), static_cast<float>(tile[1]),
                                         static_cast<float>(tile[2]));
  return (off >= -margin).all() && (off <= kEdge + margin).all();
}

SurfelTiles::SurfelTiles(SurfelStore store) {
  KeyNumbers numbers;
  std::vector<std::size_t> counts;
  SurfelView(store).each_chunk([&](std::span<const Surfel> chunk) {
    for (const Surfel& surfel : chunk) {
      const Cube tile = tile_of(voxel_of(surfel.mean));
      const std::size_t number = numbers.of(key_of(tile));
      if (number == counts.size()) {
        tiles_.push_back(tile);
        counts.push_back(0);
      }
      ++counts[number];
    }
  });
  std::vector<SurfelChunk> of_number(counts.size());
  for (std::size_t number = 0; number < counts.size(); ++number) of_number[number].reserve(counts[number]);
  for (std::size_t i = 0; i < store.chunks(); ++i)
    for (const Surfel& surfel : store.take(i))
      of_number[numbers.of(key_of(tile_of(voxel_of(surfel.mean))))].push_back(surfel);
  for (SurfelChunk& chunk : of_number) held_.emplace_back().push_back(std::move(chunk));
  add_tiles_beside();
}

SurfelTiles::SurfelTiles(const SurfelTiles& like, std::vector<SurfelChunk> given)
    : tiles_(like.tiles_), held_(given.size()) {
  for (std::size_t t = 0; t < given.size(); ++t)
    if (!given[t].empty()) held_[t].push_back(std::move(given[t]));
}

void SurfelTiles::add_tiles_beside() {
  std::vector<std::pair<Cube, std::vector<SurfelChunk>>> all;
  for (std::size_t t = 0; t < tiles_.size(); ++t) all.emplace_back(tiles_[t], std::move(held_[t]));
  std::set<Cube> beside;
  for (const auto& [tile, held] : all)
    if (!held.empty()) each_around(tile, [&](const Cube& one) { beside.insert(one); });
  for (const auto& [tile, held] : all) beside.erase(tile);
  for (const Cube& tile : beside) all.emplace_back(tile, std::vector<SurfelChunk>());
  std::ranges::sort(all, {}, [](const auto& one) { return one.first; });
  tiles_.clear();
  held_.clear();
  for (auto& [tile, held] : all) {
    tiles_.push_back(tile);
    held_.push_back(std::move(held));
  }
}

std::size_t SurfelTiles::find(const Cube& tile) const {
  const auto found = std::ranges::lower_bound(tiles_, tile);
  return found != tiles_.end() && *found == tile ? static_cast<std::size_t>(found - tiles_.begin()) : size();
}

std::span<const SurfelChunk> SurfelTiles::in(const Cube& tile) const {
  const std::size_t t = find(tile);
  return t < size() ? std::span<const SurfelChunk>(held_[t]) : std::span<const SurfelChunk>();
}

SurfelTiles::Around SurfelTiles::about(const Cube& tile, float margin) const {
  Around around;
  each_around(tile, [&](const Cube& beside) {
    if (beside == tile) around.first = around.surfels.size();
    for (const SurfelChunk& chunk : in(beside))
      std::ranges::copy_if(chunk, std::back_inserter(around.surfels), [&](const Surfel& surfel) {
        return beside == tile || is_about(tile, surfel.mean, margin);
      });
    if (beside == tile) around.past = around.surfels.size();
  });
  return around;
}

void SurfelTiles::add(const SurfelTiles& tiles, std::vector<SurfelChunk> more) {
  for (std::size_t t = 0; t < more.size(); ++t)
    if (!more[t].empty()) held_[find(tiles[t])].push_back(std::move(more[t]));
  add_tiles_beside();
}

}  // namespace storey
