// Which surfels lie near each other.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "cloud/surfel.h"

namespace storey {

/// The place of a cube in a raster of cubes of one size, from the origin.
using Cube = std::array<std::int64_t, 3>;

inline Cube cube_of(const Eigen::Vector3f& p, float size) {
  const auto along = [&](float value) { return static_cast<std::int64_t>(std::floor(value / size)); };
  return {along(p.x()), along(p.y()), along(p.z())};
}
/// Tells cubes apart, up to a million of them each way from the origin; ascends with x, then y, then z.
std::uint64_t key_of(const Cube& cube);
/// Of the cube of edge length `size` (m) that holds a point.
std::uint64_t cube_key(const Eigen::Vector3f& p, float size);

/// Is a cube in a sample of one in so many, wherever they lie?
inline bool is_sampled(std::uint64_t key, std::uint64_t one_in) {
  return (key * 0x9e3779b97f4a7c15ull >> 32) % one_in == 0;
}

/// Of surfels.
using Indices = std::vector<std::uint32_t>;

/// What lies in a cube and in the 26 around it: all within the cube's size of what is in it, and more.
class Vicinity {
 public:
  const Indices& all() const { return members_; }
  /// Those within `reach` (m) of `p`, in the order of `all`. Holds until it is asked again.
  std::span<const std::uint32_t> within(float reach, const Eigen::Vector3f& p);
  /// How many `within` gives.
  std::size_t count_within(float reach, const Eigen::Vector3f& p);

 private:
  friend class Neighbourhood;
  void look_at(std::span<const Surfel> surfels);
  void measure_from(const Eigen::Vector3f& p);

  Indices members_;
  std::array<std::vector<float>, 3> places_;  // m, of the members: all x, y, z, so that four are one step
  std::vector<float> squared_;                // m², their distances
  Indices within_;
};

/// Finds what lies within `reach` (m) of surfels, which have to outlive it, cube by cube of that size.
class Neighbourhood {
 public:
  Neighbourhood(std::span<const Surfel> surfels, float reach, int threads = 1);

  /// What lies about the cube of a point.
  Vicinity around(const Eigen::Vector3f& p) const;

  /// How many pieces of work a visit has; the same with any number of threads.
  std::size_t chunks() const { return (keys_.size() + kChunk - 1) / kChunk; }

  /// Calls `body(chunk, members, vicinity)` once for each cube, with the surfels in it and what lies about
  /// them. Within a chunk the order is always the same.
  template <class Body>
  void visit_cubes(int threads, const Body& body) const {
    parallel_for(chunks(), threads, [&](std::size_t chunk) {
      visit_chunk(chunk, [&](std::span<const std::uint32_t> members, Vicinity& vicinity) {
        body(chunk, members, vicinity);
      });
    });
  }

  /// Calls `body(chunk, i, vicinity)` once for each surfel i in this way.
  template <class Body>
  void visit_all(int threads, const Body& body) const {
    visit_cubes(threads, [&](std::size_t chunk, std::span<const std::uint32_t> members, Vicinity& vicinity) {
      for (const std::uint32_t i : members) body(chunk, i, vicinity);
    });
  }

 private:
  static constexpr std::size_t kChunk = 256;  // cells that a thread takes at once; no result hangs on it

  /// For each of the nine columns of cubes about one: the first cube that is not below it. Cubes that are
  /// asked for in order are found by going on.
  using Cursors = std::array<std::size_t, 9>;

  /// Appends the surfels of one of nine columns of three cubes, with the keys from `lowest` to `lowest + 2`.
  void add_column(std::uint64_t lowest, std::size_t& cursor, Indices& near) const {
    while (cursor < keys_.size() && keys_[cursor] < lowest) ++cursor;
    for (std::size_t i = cursor; i < keys_.size() && keys_[i] <= lowest + 2; ++i)
      near.insert(near.end(), members_.begin() + static_cast<std::ptrdiff_t>(first_[i]),
                  members_.begin() + static_cast<std::ptrdiff_t>(first_[i + 1]));
  }
  Cursors cursors_at(const Cube& cube) const;
  void look_around(const Cube& cube, Cursors& cursors, Vicinity& vicinity) const;

  template <class Body>
  void visit_chunk(std::size_t chunk, const Body& body) const {
    const std::size_t last = std::min(keys_.size(), (chunk + 1) * kChunk);
    Cursors cursors = cursors_at(cube_of(surfels_[members_[first_[chunk * kChunk]]].mean, reach_));
    Vicinity vicinity;
    for (std::size_t i = chunk * kChunk; i < last; ++i) {
      const auto members = std::span(members_).subspan(first_[i], first_[i + 1] - first_[i]);
      look_around(cube_of(surfels_[members.front()].mean, reach_), cursors, vicinity);
      body(members, vicinity);
    }
  }

  std::span<const Surfel> surfels_;
  float reach_;
  std::vector<std::uint64_t> keys_;   // of cubes that hold something, ascending
  std::vector<std::uint32_t> first_;  // of `members_`, for each cube, and one past the last
  Indices members_;                   // cube by cube
};

}  // namespace storey
