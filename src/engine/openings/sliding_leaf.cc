#include "engine/openings/sliding_leaf.h"

#include "engine/openings/voids/find_jambs.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "engine/storeys/storey_raster.h"

namespace storey {

bool slid_aside(const Elevation& elevation, const ElevationBox& opening, std::uint8_t bits) {
  const int width = static_cast<int>(kLargely * (opening.c1 - opening.c0));
  const int knee = static_cast<int>(kKnee / elevation.rise), gap = static_cast<int>(kCasing / elevation.rise);
  if (opening.r1 - gap <= knee || opening.r1 + 2 * gap > elevation.rows) return false;
  for (const int first : {opening.c0 - kWidestCasing - width, opening.c1 + kWidestCasing}) {
    if (first < 0 || first + width > elevation.columns) continue;
    const auto share = [&](int from, int to) {
      return elevation.share({.c0 = first, .c1 = first + width, .r0 = from, .r1 = to}, bits);
    };
    const double leaf = share(knee, opening.r1 - gap);
    if (leaf > kSome && share(opening.r1 + gap, opening.r1 + 2 * gap) < kSome * leaf) return true;
  }
  return false;
}

}  // namespace storey
