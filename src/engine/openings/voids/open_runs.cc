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
      for (int row = r; row < end; ++row) open_[index(c, row)] = open;
      r = end;
    }
  }
}

/// Does any cell of the row within `reach` columns show something inside of the wall?
bool OpenRuns::any(int column, int row, int reach) const {
  const int past = std::min(elevation_.columns, column + reach + 1);
  for (int c = std::max(0, column - reach); c < past; ++c)
    if (elevation_.at(c, row) & kInside) return true;
  return false;
}

bool OpenRuns::rim_shows(int column, int from, int to, double density) const {
  constexpr int kPast = 3;       // cells past the ends of a run: sills and soffits lie there
  constexpr int kNearest = 2;    // columns, 5 cm: where the scan is dense
  constexpr int kFarthest = 20;  // columns, 0.5 m: half a doorway, so that each run is as near to a jamb
  // Thresholds and soffits are hit as seldom as the face is.
  const int reach = std::clamp(static_cast<int>(std::lround(1 / density)), kNearest, kFarthest);
  for (int r = std::max(0, from - kPast); r < std::min(elevation_.rows, to + kPast); ++r)
    if (any(column, r, reach)) return true;
  return false;
}

}  // namespace storey
