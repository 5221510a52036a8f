#include "geometry/distance.h"

#include <array>
#include <cmath>

namespace storey {

Grid<float> distance_to(const Mask& mask, std::uint8_t value, const Mask* barrier, float most) {
  constexpr float kFar = std::numeric_limits<float>::infinity();
  Grid<float> distance(mask.frame, kFar);
  const GridFrame& frame = mask.frame;
  const auto straight = static_cast<float>(frame.cell),
             diagonal = static_cast<float>(frame.cell * std::sqrt(2.0));
  const auto blocked = [&](int c, int r) { return barrier != nullptr && barrier->at(c, r) != 0; };
  for (std::size_t i = 0; i < mask.cells.size(); ++i)
    if ((mask.cells[i] != 0) == (value != 0)) distance.cells[i] = 0;

  // Two raster sweeps (Borgefors 1986); repeated while barriers bend the shortest paths.
  const std::array<std::array<int, 2>, 4> before = {{{-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};
  const auto relax = [&](int c, int r, int sign) {
    float& own = distance.at(c, r);
    if (own == 0 || blocked(c, r)) return false;
    float best = own;
    for (const auto& [dc, dr] : before) {
      const int oc = c + sign * dc, orow = r + sign * dr;
      if (!frame.inside(oc, orow) || blocked(oc, orow)) continue;
      best = std::min(best, distance.at(oc, orow) + (dc != 0 && dr != 0 ? diagonal : straight));
    }
    if (best >= own || best > most) return false;
    own = best;
    return true;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (int r = 0; r < frame.rows; ++r)
      for (int c = 0; c < frame.columns; ++c) changed |= relax(c, r, 1);
    bool back = false;
    for (int r = frame.rows - 1; r >= 0; --r)
      for (int c = frame.columns - 1; c >= 0; --c) back |= relax(c, r, -1);
    changed = barrier != nullptr && (changed || back);
  }
  return distance;
}

}  // namespace storey
