// Stage 9: how many points show a wall's faces in each cell of its elevation.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/openings/voids/elevation.h"

namespace storey {

/// A cell of a dense scan shows its face by dozens of points. A few in a void are mixed pixels, noise, or
/// goods on a sill in the wall's plane, and no face.
class FaceHits {
 public:
  explicit FaceHits(const Elevation& elevation);

  /// Adds `points` on the faces that `bits` name to a cell; several threads may do so at once.
  void add(std::size_t cell, std::uint8_t bits, float points);
  /// Takes a face out of the cells of `elevation` that show far less of it than its cells nearby do.
  void drop_strays(Elevation& elevation) const;

 private:
  std::array<std::vector<std::uint32_t>, 2> points_;  // of the front and of the back, by cell
};

}  // namespace storey
