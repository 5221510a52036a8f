// Which surfels lie near each other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "cloud/voxel_map.h"

namespace storey {

/// Tells the cubes of edge length `size` (m) apart, up to a million of them each way from the origin.
std::uint64_t cube_key(const Eigen::Vector3f& p, float size);

/// Of surfels.
using Indices = std::vector<std::uint32_t>;

/// Finds what may lie within `reach` (m) of surfels, which have to outlive it, cube by cube of that size.
class Neighbourhood {
 public:
  Neighbourhood(const std::vector<Surfel>& surfels, float reach);

  /// The surfels in the cube of a point and in the 26 around it: all within reach, and others.
  Indices around(const Eigen::Vector3f& p) const;

  /// How many pieces of work a visit has; the same with any number of threads.
  std::size_t chunks() const { return (cubes_.size() + kChunk - 1) / kChunk; }

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

  /// Calls `body(chunk, each)` once for each chunk; `each(visit)` then calls `visit(i, near)` for its
  /// surfels.
  template <class Body>
  void visit_chunks(int threads, const Body& body) const {
    parallel_for(chunks(), threads, [&](std::size_t chunk) {
      body(chunk, [&](const auto& visit) {
        visit_chunk(chunk, [&](std::span<const std::uint32_t> members, const Indices& near) {
          for (const std::uint32_t i : members) visit(i, near);
        });
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

  template <class Body>
  void visit_chunk(std::size_t chunk, const Body& body) const {
    const std::size_t last = std::min(cubes_.size(), (chunk + 1) * kChunk);
    for (std::size_t cube = chunk * kChunk; cube < last; ++cube) {
      const auto& [first, past] = cubes_[cube];
      const auto members = std::span(members_).subspan(first, past - first);
      body(members, around(surfels_[members.front()].mean));
    }
  }

  const std::vector<Surfel>& surfels_;
  float reach_;
  std::vector<std::pair<std::size_t, std::size_t>> cubes_;  // first and past the last of `members_`
  Indices members_;                                         // cube by cube
  std::unordered_map<std::uint64_t, std::size_t> index_;    // of cubes, by key
};

}  // namespace storey
