#include "swept.h"
#line 1
#include "engine/openings/voids/open_runs.h"

#include <algorithm>
#include <cmath>

namespace storey {

OpenRuns::OpenRuns(const Elevation& elevation, const WallSide& side, const FaceDensity& density)
    : elevation_(elevation), before_(side.before), open_(elevation.cells.size(), 0) {
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
      const bool open = rim_shows(c, r, end, shown) || floor_shows(c, r, end, shown);
      for (int row = r; row < end; ++row) open_[index(c, row)] = open;
      r = end;
    }
  }
}

/// Does any cell of the row within `reach` columns show one of the bits?
bool OpenRuns::any(int column, int row, int reach, std::uint8_t bits) const {
  const int past = std::min(elevation_.columns, column + reach + 1);
  for (int c = std::max(0, column - reach); c < past; ++c)
    if (elevation_.at(c, row) & bits) return true;
  return false;
}

bool OpenRuns::rim_shows(int column, int from, int to, double density) const {
static constexpr auto kPast = []() -> int { static sweep::Swept<int> it("open_runs.cc:kPast", sweep::Scale::kPlain); return it([] { return int(3); }); }; 
static constexpr auto kNearest = []() -> int { static sweep::Swept<int> it("open_runs.cc:kNearest", sweep::Scale::kPlain); return it([] { return int(2); }); }; 
static constexpr auto kFarthest = []() -> int { static sweep::Swept<int> it("open_runs.cc:kFarthest", sweep::Scale::kPlain); return it([] { return int(20); }); }; 
  // Thresholds and soffits are hit as seldom as the face is.
  const int reach = std::clamp(static_cast<int>(std::lround(1 / density)), kNearest(), kFarthest());
  for (int r = std::max(0, from - kPast()); r < std::min(elevation_.rows, to + kPast()); ++r)
    if (any(column, r, reach, kInside)) return true;
  return false;
}

bool OpenRuns::floor_shows(int column, int from, int to, double density) const {
static constexpr auto kLookedAt = []() -> double { static sweep::Swept<double> it("open_runs.cc:kLookedAt", sweep::Scale::kShare); return it([] { return double(0.05); }); }; 
static constexpr auto kFoot = []() -> int { static sweep::Swept<int> it("open_runs.cc:kFoot", sweep::Scale::kPlain); return it([] { return int(2); }); }; 
static constexpr auto kReach = []() -> int { static sweep::Swept<int> it("open_runs.cc:kReach", sweep::Scale::kPlain); return it([] { return int(2); }); }; 
static constexpr auto kMostHidden = []() -> double { static sweep::Swept<double> it("open_runs.cc:kMostHidden", sweep::Scale::kShare); return it([] { return double(0.1); }); }; 
  if (elevation_.outer || density < kLookedAt() || from > kFoot()) return false;
  if (!any(column, 0, kReach(), before_)) return false;
  int hidden = 0;
  for (int r = kFoot(); r < to; ++r) hidden += any(column, r, kReach(), before_);
  return hidden <= kMostHidden() * (to - kFoot());
}

}  // namespace storey
