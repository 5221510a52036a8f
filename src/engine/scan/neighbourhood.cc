#include "engine/scan/neighbourhood.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace storey {

std::uint64_t key_of(const Cube& cube) {
  constexpr std::int64_t kHalf = 1 << 20;  // cells to each side: 20 km of voxels
  const auto part = [](std::int64_t value) { return static_cast<std::uint64_t>(value + kHalf) & 0x1fffff; };
  return part(cube[0]) << 42 | part(cube[1]) << 21 | part(cube[2]);
}

std::uint64_t cube_key(const Eigen::Vector3f& p, float size) { return key_of(cube_of(p, size)); }

void Vicinity::look_at(std::span<const Surfel> surfels) {
  for (std::vector<float>& along : places_) along.resize(members_.size());
  squared_.resize(members_.size());
  within_.resize(members_.size());
  for (std::size_t k = 0; k < members_.size(); ++k)
    for (std::size_t axis = 0; axis < 3; ++axis)
      places_[axis][k] = surfels[members_[k]].mean[static_cast<Eigen::Index>(axis)];
}

void Vicinity::measure_from(const Eigen::Vector3f& p) {
  const auto values = [](auto& of) {
    return Eigen::Map<Eigen::ArrayXf>(of.data(), static_cast<Eigen::Index>(of.size()));
  };
  values(squared_) = (values(places_[0]) - p.x()).square() +
                     ((values(places_[1]) - p.y()).square() + (values(places_[2]) - p.z()).square());
}

std::span<const std::uint32_t> Vicinity::within(float reach, const Eigen::Vector3f& p) {
  measure_from(p);
  // Without a branch: whether the next one is near enough cannot be foretold.
  std::size_t count = 0;
  for (std::size_t k = 0; k < members_.size(); ++k) {
    within_[count] = members_[k];
    count += static_cast<std::size_t>(squared_[k] <= reach * reach);
  }
  return std::span<const std::uint32_t>(within_).first(count);
}

std::size_t Vicinity::count_within(float reach, const Eigen::Vector3f& p) {
  measure_from(p);
  return static_cast<std::size_t>(
      std::ranges::count_if(squared_, [&](float squared) { return squared <= reach * reach; }));
}

namespace {

using Keyed = std::vector<std::pair<std::uint64_t, std::uint32_t>>;

/// The surfels' numbers by the cubes that they lie in. All cubes of one x are sorted by themselves: they are
/// few enough for the caches, and several are sorted at once.
Keyed sorted_by_cube(std::span<const Surfel> surfels, float reach, int threads) {
  if (surfels.empty()) return {};
  const auto x_of = [&](const Surfel& surfel) { return cube_of(surfel.mean, reach)[0]; };
  std::int64_t lowest = x_of(surfels[0]), highest = lowest;
  for (const Surfel& surfel : surfels) {
    lowest = std::min(lowest, x_of(surfel));
    highest = std::max(highest, x_of(surfel));
  }
  std::vector<std::size_t> first(static_cast<std::size_t>(highest - lowest) + 2,
                                 0);  // of each x, and the end
  for (const Surfel& surfel : surfels) ++first[static_cast<std::size_t>(x_of(surfel) - lowest) + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  Keyed keyed(surfels.size());
  std::vector<std::size_t> next = first;
  for (std::size_t i = 0; i < surfels.size(); ++i) {
    const Cube cube = cube_of(surfels[i].mean, reach);
    keyed[next[static_cast<std::size_t>(cube[0] - lowest)]++] = {key_of(cube), static_cast<std::uint32_t>(i)};
  }
  const auto at = [&](std::size_t i) { return keyed.begin() + static_cast<std::ptrdiff_t>(i); };
  parallel_for(first.size() - 1, threads, [&](std::size_t x) { std::sort(at(first[x]), at(first[x + 1])); });
  return keyed;
}

}  // namespace

Neighbourhood::Neighbourhood(std::span<const Surfel> surfels, float reach, int threads)
    : surfels_(surfels), reach_(reach) {
  const Keyed keyed = sorted_by_cube(surfels, reach, threads);
  members_.reserve(keyed.size());
  for (const auto& [key, member] : keyed) {
    if (keys_.empty() || keys_.back() != key) {
      keys_.push_back(key);
      first_.push_back(static_cast<std::uint32_t>(members_.size()));
    }
    members_.push_back(member);
  }
  first_.push_back(static_cast<std::uint32_t>(members_.size()));
}

Neighbourhood::Cursors Neighbourhood::cursors_at(const Cube& cube) const {
  Cursors cursors{};
  std::size_t column = 0;
  for (std::int64_t x = -1; x <= 1; ++x)
    for (std::int64_t y = -1; y <= 1; ++y) {
      const std::uint64_t lowest = key_of({cube[0] + x, cube[1] + y, cube[2] - 1});
      cursors[column++] = static_cast<std::size_t>(std::ranges::lower_bound(keys_, lowest) - keys_.begin());
    }
  return cursors;
}

void Neighbourhood::look_around(const Cube& cube, Cursors& cursors, Vicinity& vicinity) const {
  vicinity.members_.clear();
  std::size_t column = 0;
  for (std::int64_t x = -1; x <= 1; ++x)
    for (std::int64_t y = -1; y <= 1; ++y)
      add_column(key_of({cube[0] + x, cube[1] + y, cube[2] - 1}), cursors[column++], vicinity.members_);
  vicinity.look_at(surfels_);
}

Vicinity Neighbourhood::around(const Eigen::Vector3f& p) const {
  const Cube cube = cube_of(p, reach_);
  Cursors cursors = cursors_at(cube);
  Vicinity vicinity;
  look_around(cube, cursors, vicinity);
  return vicinity;
}

}  // namespace storey
