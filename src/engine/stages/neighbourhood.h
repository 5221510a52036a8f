// Which surfels lie near each other.
#pragma once

#include <algorithm>
#include <cstdint>
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

  /// How many pieces of work `visit_all` has; the same with any number of threads.
  std::size_t chunks() const { return (cubes_.size() + kChunk - 1) / kChunk; }

  /// Calls `body(chunk, i, near)` once for each surfel i, with what lies in the cubes around its own. Within
  /// a chunk the order is always the same.
  template <class Body>
  void visit_all(int threads, const Body& body) const {
    parallel_for(chunks(), threads, [&](std::size_t chunk) {
      const std::size_t last = std::min(cubes_.size(), (chunk + 1) * kChunk);
      for (std::size_t cube = chunk * kChunk; cube < last; ++cube) {
        const auto& [first, past] = cubes_[cube];
        const Indices near = around(surfels_[members_[first]].mean);
        for (std::size_t m = first; m < past; ++m) body(chunk, members_[m], near);
      }
    });
  }

 private:
  static constexpr std::size_t kChunk = 256;  // cells that a thread takes at once; no result hangs on it

  const std::vector<Surfel>& surfels_;
  float reach_;
  std::vector<std::pair<std::size_t, std::size_t>> cubes_;  // first and past the last of `members_`
  Indices members_;                                         // cube by cube
  std::unordered_map<std::uint64_t, std::size_t> index_;    // of cubes, by key
};

}  // namespace storey
