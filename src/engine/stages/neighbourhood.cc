#include "engine/stages/neighbourhood.h"

#include <array>
#include <cmath>

namespace storey {
namespace {

using Cube = std::array<std::int64_t, 3>;

Cube cube_of(const Eigen::Vector3f& p, float size) {
  const auto along = [&](float value) { return static_cast<std::int64_t>(std::floor(value / size)); };
  return {along(p.x()), along(p.y()), along(p.z())};
}

std::uint64_t key_of(const Cube& cube) {
  constexpr std::int64_t kHalf = 1 << 20;  // cells to each side: 20 km of voxels
  const auto part = [](std::int64_t value) { return static_cast<std::uint64_t>(value + kHalf) & 0x1fffff; };
  return part(cube[0]) << 42 | part(cube[1]) << 21 | part(cube[2]);
}

}  // namespace

std::uint64_t cube_key(const Eigen::Vector3f& p, float size) { return key_of(cube_of(p, size)); }

Neighbourhood::Neighbourhood(const std::vector<Surfel>& surfels, float reach)
    : surfels_(surfels), reach_(reach) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keyed;
  keyed.reserve(surfels.size());
  for (std::size_t i = 0; i < surfels.size(); ++i)
    keyed.emplace_back(cube_key(surfels[i].mean, reach), static_cast<std::uint32_t>(i));
  std::sort(keyed.begin(), keyed.end());
  members_.reserve(keyed.size());
  for (const auto& [key, member] : keyed) {
    if (index_.try_emplace(key, cubes_.size()).second) cubes_.emplace_back(members_.size(), members_.size());
    members_.push_back(member);
    cubes_.back().second = members_.size();
  }
}

Indices Neighbourhood::around(const Eigen::Vector3f& p) const {
  const Cube cube = cube_of(p, reach_);
  Indices near;
  for (std::int64_t x = -1; x <= 1; ++x)
    for (std::int64_t y = -1; y <= 1; ++y)
      for (std::int64_t z = -1; z <= 1; ++z) {
        const auto found = index_.find(key_of({cube[0] + x, cube[1] + y, cube[2] + z}));
        if (found == index_.end()) continue;
        const auto& [first, past] = cubes_[found->second];
        near.insert(near.end(), members_.begin() + static_cast<std::ptrdiff_t>(first),
                    members_.begin() + static_cast<std::ptrdiff_t>(past));
      }
  return near;
}

}  // namespace storey
