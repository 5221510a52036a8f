#include "engine/openings/sliding_leaf.h"

#include <algorithm>

#include "engine/openings/voids/find_jambs.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "engine/storeys/storey_raster.h"

namespace storey {
namespace {

/// Share of the cells [c0, c1) x [r0, r1) with any of the bits.
double share_of(const Elevation& elevation, std::uint8_t bits, int c0, int c1, int r0, int r1) {
  int hits = 0;
  for (int r = r0; r < r1; ++r)
    for (int c = c0; c < c1; ++c) hits += (elevation.at(c, r) & bits) != 0;
  return static_cast<double>(hits) / std::max(1, (c1 - c0) * (r1 - r0));
}

}  // namespace

bool slid_aside(const Elevation& elevation, const ElevationBox& opening, std::uint8_t bits) {
  const int width = static_cast<int>(kLargely * (opening.c1 - opening.c0));
  const int knee = static_cast<int>(kKnee / elevation.rise), gap = static_cast<int>(kCasing / elevation.rise);
  if (opening.r1 - gap <= knee || opening.r1 + 2 * gap > elevation.rows) return false;
  for (const int first : {opening.c0 - kWidestCasing - width, opening.c1 + kWidestCasing}) {
    if (first < 0 || first + width > elevation.columns) continue;
    const double leaf = share_of(elevation, bits, first, first + width, knee, opening.r1 - gap);
    if (leaf > kSome && share_of(elevation, bits, first, first + width, opening.r1 + gap,
                                 opening.r1 + 2 * gap) < kSome * leaf)
      return true;
  }
  return false;
}

}  // namespace storey
