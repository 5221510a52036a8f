// Stage 9: where the void of a face is an opening, and not what something hid.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/openings/voids/elevation.h"
#include "engine/openings/voids/face_density.h"

namespace storey {

/// One face of a wall: its bit in the elevation, the opposite face's, and those of what stands before it, and
/// close before it.
struct WallSide {
  std::uint8_t face, other, before, close;
};
inline constexpr WallSide kFrontSide = {kOnFront, kOnBack, kBeforeFront, kCloseFront};
inline constexpr WallSide kBackSide = {kOnBack, kOnFront, kBeforeBack, kCloseBack};

/// Vertical runs of void are open if something inside of the wall shows at them: a soffit, a sill or
/// threshold, a reveal, a leaf or a pane. Where furniture hid the face nothing does.
class OpenRuns {
 public:
  OpenRuns(const Elevation& elevation, const WallSide& side, const FaceDensity& density);
  bool operator()(int column, int row) const { return open_[elevation_.index(column, row)] != 0; }

 private:
  bool rim_shows(int column, int from, int to, double density) const;

  const Elevation& elevation_;
  std::vector<std::uint8_t> open_;
};

}  // namespace storey
