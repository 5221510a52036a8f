#include "swept.h"
#line 1
#include "engine/scan/surfel_tiles.h"

#include <iterator>
#include <unordered_map>

#include "engine/scan/gather.h"

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

SurfelTiles::SurfelTiles(std::vector<Surfel> surfels) {
  // Numbers as tiles are met, then in order.
  std::unordered_map<std::uint64_t, std::uint32_t> known;
  std::vector<Cube> met;
  const auto number_of = [&](const Cube& tile) {
    const auto [place, fresh] = known.try_emplace(key_of(tile), static_cast<std::uint32_t>(met.size()));
    if (fresh) met.push_back(tile);
    return place->second;
  };
  std::vector<std::uint32_t> number(surfels.size());
  Cube last{};
  for (std::size_t i = 0; i < surfels.size(); ++i) {
    const Cube tile = tile_of(cube_of(surfels[i].mean, static_cast<float>(kVoxel)));
    number[i] = i > 0 && tile == last ? number[i - 1] : number_of(tile);
    last = tile;
  }
  for (std::size_t t = 0, held = met.size(); t < held; ++t) each_around(Cube(met[t]), number_of);
  tiles_ = met;
  std::sort(tiles_.begin(), tiles_.end());
  std::vector<std::uint32_t> sorted(met.size());
  for (std::size_t t = 0; t < tiles_.size(); ++t)
    sorted[known.at(key_of(tiles_[t]))] = static_cast<std::uint32_t>(t);

  first_.resize(tiles_.size() + 1);
  for (std::uint32_t& n : number) ++first_[(n = sorted[n]) + 1];
  for (std::size_t t = 0; t < tiles_.size(); ++t) first_[t + 1] += first_[t];
  surfels_.resize(surfels.size());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (std::size_t i = 0; i < surfels.size(); ++i) surfels_[next[number[i]]++] = surfels[i];
}

std::span<const Surfel> SurfelTiles::in(const Cube& tile) const {
  const auto found = std::lower_bound(tiles_.begin(), tiles_.end(), tile);
  if (found == tiles_.end() || *found != tile) return {};
  const auto t = static_cast<std::size_t>(found - tiles_.begin());
  return std::span(surfels_).subspan(first_[t], first_[t + 1] - first_[t]);
}

std::vector<Surfel> SurfelTiles::about(const Cube& tile, float margin) const {
  std::vector<Surfel> near;
  each_around(tile, [&](const Cube& beside) {
    std::ranges::copy_if(in(beside), std::back_inserter(near),
                         [&](const Surfel& surfel) { return is_about(tile, surfel.mean, margin); });
  });
  return near;
}

}  // namespace storey
