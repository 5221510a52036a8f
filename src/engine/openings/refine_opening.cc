#include "engine/openings/refine_opening.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "engine/openings/voids/elevation.h"
#include "engine/scan/majority.h"

namespace storey {
namespace {

constexpr double kJambSearch = 0.10;  // m about the raster's jamb in which the reveal is looked for

constexpr double kPastFace = 0.004;   // m past what is the face's: its edge is rounded
constexpr double kOffCorner = 0.10;   // m from a corner of the opening: both reveals show there
constexpr double kAsHigh = 0.35;      // share of the highest peak: the jamb is the outermost that is as high
constexpr double kUnseenJamb = 0.05;  // m, standard uncertainty: two columns of the elevation
constexpr double kPlaster = 0.004;    // m, standard uncertainty of a head or sill along its opening

/// A position along one axis with its standard uncertainty, m.
struct Estimate {
  double value, sigma;
};

/// The outermost strong concentration of `values` about `rough`: reveals stand outside of frames and leaves.
/// Without one the edge is `rough`, with the uncertainty `unseen` (m).
Estimate refine_edge(const std::vector<double>& values, double rough, int outward, double noise,
                     double unseen) {
  constexpr double kBin = 0.006;  // m: the noise of a terrestrial scan lies within three
  if (std::ssize(values) < kFewestHits) return {rough, unseen};
  const int bins = static_cast<int>(2 * kJambSearch / kBin) + 1;
  std::vector<double> count(static_cast<std::size_t>(bins), 0);
  for (const double v : values) {
    const int bin = static_cast<int>((v - rough + kJambSearch) / kBin);
    if (bin >= 0 && bin < bins) count[static_cast<std::size_t>(bin)] += 1;
  }
  const auto window = [&](int i) {
    double sum = 0;
    for (int k = std::max(0, i - 1); k <= std::min(bins - 1, i + 1); ++k)
      sum += count[static_cast<std::size_t>(k)];
    return sum;
  };
  double most = 0;
  for (int i = 0; i < bins; ++i) most = std::max(most, window(i));
  if (most < static_cast<double>(kFewestHits)) return {rough, unseen};
  int chosen = -1;
  for (int k = 0; k < bins && chosen < 0; ++k) {
    const int i = outward > 0 ? bins - 1 - k : k;
    if (window(i) >= kAsHigh * most && window(i) >= window(std::clamp(i - outward, 0, bins - 1))) chosen = i;
  }
  const double centre = rough - kJambSearch + (chosen + 0.5) * kBin;
  double sum = 0, n = 0;
  const double reach = std::max(1.5 * kBin, 2 * noise);
  for (const double v : values)
    if (std::abs(v - centre) <= reach) {
      sum += v;
      ++n;
    }
  return {sum / n, noise / std::sqrt(n) * 2};
}

/// A jamb that may lie anywhere within `doubt` (m) to both sides.
Estimate jamb_of(const Estimate& edge, double doubt) {
  return {edge.value, std::hypot(edge.sigma, doubt / std::sqrt(3))};
}

/// Does an outer wall show below the opening? A window's sill may be as low as a hand's breadth; inside of a
/// building it is things on the floor that hide the lower end of a door.
bool on_parapet(const Elevation& elevation, const ElevationBox& box) {
  constexpr int kLowest = 3;  // rows of 5 cm: the lowest belongs to the floor, and skirting passes no door
  int hits = 0;
  for (int r = 1; r < box.r0; ++r)
    for (int c = box.c0; c < box.c1; ++c) hits += (elevation.at(c, r) & (kOnFront | kOnBack)) != 0;
  return elevation.outer && box.r0 >= kLowest && hits > kHalf * (box.r0 - 1) * (box.c1 - box.c0);
}

/// How far outwards of the box's edge its reveal may lie, m. Past a column that shows the wall's faces and
/// nothing inside of it is the next opening's.
double reveal_within(const Elevation& elevation, const ElevationBox& box, int outward) {
  constexpr double kShown = 0.25;  // share of a column's height: mixed pixels hit less beside an edge
  const int from = box.r0 + 2, to = box.r1 - 2;  // rows of 5 cm that show a sill or a head
  for (int i = 0; (i + 1) * elevation.step < kJambSearch; ++i) {
    const int c = outward > 0 ? box.c1 + i : box.c0 - 1 - i;
    if (c < 0 || c >= elevation.columns) break;
    const auto shows = [&](std::uint8_t bit) {
      int hits = 0;
      for (int r = from; r < to; ++r) hits += (elevation.at(c, r) & bit) != 0;
      return hits > kShown * (to - from);
    };
    if (shows(kOnFront) && (elevation.outer || shows(kOnBack)) && !shows(kInside))
      return (i + 1) * elevation.step;
  }
  return kJambSearch;
}

}  // namespace

void refine_opening(const Elevation& elevation, const ElevationBox& box, double noise,
                    FoundOpening& opening) {
  const double s0 = elevation.from + box.c0 * elevation.step, s1 = elevation.from + box.c1 * elevation.step;
  const double z0 = box.r0 * elevation.rise, z1 = box.r1 * elevation.rise;
  std::vector<double> left, right, below, above;
  const double clear = elevation.tolerance + kPastFace;
  const double out0 = reveal_within(elevation, box, -1), out1 = reveal_within(elevation, box, 1);
  for (const WallHit& hit : elevation.hits) {
    const double s = static_cast<double>(hit.s), d = static_cast<double>(hit.depth),
                 z = static_cast<double>(hit.z);
    if (d < clear || d > elevation.depth - clear) continue;
    if (z > z0 + kOffCorner && z < z1 - kOffCorner) {
      if (s > s0 - out0 && s < s0 + kJambSearch) left.push_back(s);
      if (s > s1 - kJambSearch && s < s1 + out1) right.push_back(s);
    }
    if (s > s0 + kOffCorner && s < s1 - kOffCorner) {
      if (std::abs(z - z0) < kJambSearch) below.push_back(z);
      if (std::abs(z - z1) < kJambSearch) above.push_back(z);
    }
  }
  const Estimate a = jamb_of(refine_edge(left, s0, -1, noise, kUnseenJamb), box.doubt_from * elevation.step);
  const Estimate b = jamb_of(refine_edge(right, s1, 1, noise, kUnseenJamb), box.doubt_to * elevation.step);
  opening.span = {a.value, b.value};
  opening.jamb_sigma = std::hypot(a.sigma, b.sigma, 2 * kLining);
  const Estimate head = refine_edge(above, z1, 1, noise, elevation.rise / 2);
  opening.head = head.value;
  opening.head_sigma = std::hypot(head.sigma, kPlaster, noise);
  if (z0 < kFloorContact && !on_parapet(elevation, box)) {
    opening.sill = 0;
    opening.sill_sigma = kFloorSigma;
  } else {
    const Estimate sill = refine_edge(below, z0, -1, noise, elevation.rise / 2);
    opening.sill = sill.value;
    opening.sill_sigma = std::hypot(sill.sigma, kPlaster, noise);
  }
}

}  // namespace storey
