// Which surfels lie near each other.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "cloud/surfel.h"

namespace storey {

/// The place of a cube in a raster of cubes of one size, from the origin.
using Cube = std::array<std::int64_t, 3>;

Cube cube_of(const Eigen::Vector3f& p, float size);
/// Tells cubes apart, up to a million of them each way from the origin; ascends with x, then y, then z.
std::uint64_t key_of(const Cube& cube);
/// Of the cube of edge length `size` (m) that holds a point.
std::uint64_t cube_key(const Eigen::Vector3f& p, float size);

/// Of surfels.
using Indices = std::vector<std::uint32_t>;

/// Finds what may lie within `reach` (m) of surfels, which have to outlive it, cube by cube of that size.
class Neighbourhood {
 public:
  Neighbourhood(std::span<const Surfel> surfels, float reach);

  /// The surfels in the cube of a point and in the 26 around it: all within reach, and others.
  Indices around(const Eigen::Vector3f& p) const;

  /// How many pieces of work a visit has; the same with any number of threads.
  std::size_t chunks() const { return (keys_.size() + kChunk - 1) / kChunk; }

  /// Calls `body(chunk, members, near)` once for each cube, with the surfels in it and those in the cubes
  /// around it as well. Within a chunk the order is always the same.
  template <class Body>
  void visit_cubes(int threads, const Body& body) const {
    parallel_for(chunks(), threads, [&](std::size_t chunk) {
      visit_chunk(chunk, [&](std::span<const std::uint32_t> members, const Indices& near) {
        body(chunk, members, near);
      });
    });
  }

  /// Calls `body(chunk, i, near)` once for each surfel i in this way.
  template <class Body>
  void visit_all(int threads, const Body& body) const {
    visit_cubes(threads, [&](std::size_t chunk, std::span<const std::uint32_t> members, const Indices& near) {
      for (const std::uint32_t i : members) body(chunk, i, near);
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
  void add_around(const Cube& cube, Cursors& cursors, Indices& near) const;

  template <class Body>
  void visit_chunk(std::size_t chunk, const Body& body) const {
    const std::size_t last = std::min(keys_.size(), (chunk + 1) * kChunk);
    Cursors cursors = cursors_at(cube_of(surfels_[members_[first_[chunk * kChunk]]].mean, reach_));
    Indices near;
    for (std::size_t i = chunk * kChunk; i < last; ++i) {
      const auto members = std::span(members_).subspan(first_[i], first_[i + 1] - first_[i]);
      near.clear();
      add_around(cube_of(surfels_[members.front()].mean, reach_), cursors, near);
      body(members, near);
    }
  }

  std::span<const Surfel> surfels_;
  float reach_;
  std::vector<std::uint64_t> keys_;   // of cubes that hold something, ascending
  std::vector<std::uint32_t> first_;  // of `members_`, for each cube, and one past the last
  Indices members_;                   // cube by cube
};

}  // namespace storey
