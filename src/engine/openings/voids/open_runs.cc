#include "engine/openings/voids/open_runs.h"

#include <algorithm>
#include <cmath>

#include "engine/openings/voids/elevation.h"

namespace storey {

OpenRuns::OpenRuns(const Elevation& elevation, const WallSide& side, const FaceDensity& density)
    : elevation_(elevation), open_(elevation.cells.size(), 0) {
  const SeenFace seen(elevation, side.face, density);
  for (int c = 0; c < elevation.columns; ++c) {
    const double shown = density(c, elevation.rows / 2);
    for (int r = 0; r < elevation.rows;) {
      if (seen(c, r)) {
        ++r;
        continue;
      }
      int end = r;
      while (end < elevation.rows && !seen(c, end)) ++end;
      const bool open = rim_shows(c, r, end, shown);
      for (int row = r; row < end; ++row) open_[elevation.index(c, row)] = open;
      r = end;
    }
  }
}

bool OpenRuns::rim_shows(int column, int from, int to, double density) const {
  constexpr int kPast = 3;       // cells past the ends of a run: sills and soffits lie there
  constexpr int kNearest = 2;    // columns, 5 cm: where the scan is dense
  constexpr int kFarthest = 20;  // columns, 0.5 m: half a doorway, so that each run is as near to a jamb
  // Thresholds and soffits are hit as seldom as the face is.
  const int reach = std::clamp(static_cast<int>(std::lround(1 / density)), kNearest, kFarthest);
  return elevation_.shows(
      {.c0 = column - reach, .c1 = column + reach + 1, .r0 = from - kPast, .r1 = to + kPast}, kInside);
}

}  // namespace storey
