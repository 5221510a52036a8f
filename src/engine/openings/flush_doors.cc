#include "engine/openings/flush_doors.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/openings/refine_opening.h"
#include "engine/openings/voids/face_density.h"
#include "engine/openings/voids/find_jambs.h"
#include "engine/scan/counts.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "engine/scan/surface_noise.h"
#include "engine/storeys/heads.h"
#include "engine/storeys/storey_raster.h"
#include "geometry/rectangle_sums.h"

namespace storey {
namespace {

constexpr double kCorner = 0.05;  // m: surfels this near to a corner hold both surfaces
constexpr int kBand = 2;          // columns of 2.5 cm, rows of 5 cm to both sides of a step: a casing's width
constexpr int kParts = 3;         // edges: into so many pieces one is parted, as a step goes on all along it

/// What is hit on a face, and up to 5 cm before it, in each cell of an elevation.
struct FaceDepths {
  std::vector<double> hits, depths;  ///< how many, and the sum of their depths behind the face, m

  FaceDepths(const Elevation& elevation, const WallSide& side)
      : hits(elevation.cells.size(), 0), depths(elevation.cells.size(), 0) {
    for (const WallHit& hit : elevation.hits) {
      const double front = static_cast<double>(hit.depth);
      const double depth = side.face == kOnFront ? front : elevation.depth - front;
      if (depth < -kStandsOut || depth > elevation.tolerance) continue;
      const int c = elevation.column(static_cast<double>(hit.s));
      const int r = elevation.row(static_cast<double>(hit.z));
      if (!elevation.inside(c, r)) continue;
      ++hits[elevation.index(c, r)];
      depths[elevation.index(c, r)] += depth;
    }
  }
};

/// Mean depth of a face and of what lies up to 5 cm before it, over any rectangle of an elevation.
class Relief {
 public:
  Relief(const Elevation& elevation, const FaceDepths& face, double noise)
      : elevation_(elevation),
        noise_(noise),
        hits_(elevation.columns, elevation.rows, face.hits),
        depths_(elevation.columns, elevation.rows, face.depths) {}

  /// By how much the face lies deeper (`sense` 1) or less deep (−1) on the inner side of an opening's jamb at
  /// the edge of column `c`; the least over the parts of the jamb, 0 if one of them shows no step.
  double jamb(int c, int inwards, int head, int sense) const {
    const int sill = elevation_.rows_in(kOffLevels), out = inwards > 0 ? c - kBand : c,
              in = inwards > 0 ? c : c - kBand;
    return least(sense, [&](int part) {
      const int r0 = at(part, sill, head), r1 = at(part + 1, sill, head);
      return step(over(out, out + kBand, r0, r1), over(in, in + kBand, r0, r1));
    });
  }
  /// The same for its head.
  double head(int c0, int c1, int head, int sense) const {
    return least(sense, [&](int part) {
      const int from = at(part, c0, c1), to = at(part + 1, c0, c1);
      return step(over(from, to, head, head + kBand), over(from, to, head - kBand, head));
    });
  }

 private:
  struct Sum {
    double hits, depth;
  };

  static int at(int part, int from, int to) { return from + part * (to - from) / kParts; }
  Sum over(int c0, int c1, int r0, int r1) const {
    return {hits_.over(c0, c1, r0, r1), depths_.over(c0, c1, r0, r1)};
  }
  /// How much deeper `inside` lies than `outside`, m; 0 if it could be chance, nothing if too little shows.
  std::optional<double> step(const Sum& outside, const Sum& inside) const {
    if (outside.hits < kFewestHits || inside.hits < kFewestHits) return std::nullopt;
    const double depth = inside.depth / inside.hits - outside.depth / outside.hits;
    const double chance = kAllNoises * noise_ * std::sqrt(1.0 / inside.hits + 1.0 / outside.hits);
    return std::abs(depth) > std::max(kPlaster, chance) ? depth : 0;
  }
  template <class StepOf>
  double least(int sense, const StepOf& step_of) const {
    double least = 1;
    int seen = 0;
    for (int part = 0; part < kParts; ++part) {
      const std::optional<double> step = step_of(part);
      if (!step) continue;
      ++seen;
      least = std::min(least, sense * *step);
    }
    return seen + 1 >= kParts ? std::max(0.0, least) : 0;  // furniture may hide one part
  }

  const Elevation& elevation_;
  double noise_;
  RectangleSums<double> hits_, depths_;
};

struct FlushDoor {
  int c0 = 0, c1 = 0, head = 0;
  double steps = 0;  ///< m, at the jambs and the head together
};

/// The doorway with the highest steps that does not touch `taken`.
std::optional<FlushDoor> clearest(const Elevation& elevation, const Relief& relief, int sense, double ceiling,
                                  const std::vector<ElevationBox>& taken) {
  const int narrowest = elevation.columns_in(kNarrowestLeaf), widest = elevation.columns_in(2 * kWidestLeaf);
  const int highest = elevation.rows_in(std::min(kHighestHead, ceiling - kCorner)) - kBand;
  const int first = elevation.columns_in(kCorner) + kBand, last = elevation.columns - first;
  std::optional<FlushDoor> best;
  for (int head = elevation.rows_in(kLowestHead); head <= highest; ++head) {
    std::vector<double> left, right;
    for (int c = 0; c <= elevation.columns; ++c) {
      left.push_back(relief.jamb(c, 1, head, sense));
      right.push_back(relief.jamb(c, -1, head, sense));
    }
    for (int c0 = first; c0 + narrowest <= last; ++c0) {
      if (left[static_cast<std::size_t>(c0)] <= 0) continue;
      for (int c1 = c0 + narrowest; c1 <= std::min(last, c0 + widest); ++c1) {
        if (right[static_cast<std::size_t>(c1)] <= 0) continue;
        const double lintel = relief.head(c0, c1, head, sense);
        const double steps =
            left[static_cast<std::size_t>(c0)] + right[static_cast<std::size_t>(c1)] + lintel;
        if (lintel <= 0 || (best && steps <= best->steps)) continue;
        // The casings of two doors bound the wall between them as one would bound a leaf.
        const ElevationBox box{.c0 = c0 - kWidestCasing, .c1 = c1 + kWidestCasing, .r0 = 0, .r1 = head};
        if (std::ranges::none_of(taken, [&](const ElevationBox& known) { return touch(known, box); }))
          best = FlushDoor{c0, c1, head, steps};
      }
    }
  }
  return best;
}

/// Share of the rectangle's cells in which a face shows.
double share_seen(const ElevationBox& box, const SeenFace& seen) {
  int shown = 0;
  for (int r = box.r0; r < box.r1; ++r)
    for (int c = box.c0; c < box.c1; ++c) shown += seen(c, r);
  return shown / static_cast<double>((box.c1 - box.c0) * (box.r1 - box.r0));
}

}  // namespace

void find_flush_doors(const Elevation& elevation, const WallSide& side, double noise, double ceiling,
                      const std::vector<ElevationBox>& taken, std::vector<FoundOpening>& openings) {
  // Steps are in their columns or those beside, as linings may lie in the plane of the face as well.
  const double jambs = elevation.step * std::sqrt(2.0 / 3);
  const std::uint8_t face = side.face | side.close;  // leaves may stand out
  const Relief relief(elevation, FaceDepths(elevation, side), noise);
  const FaceDensity density(elevation, face), other_density(elevation, side.other);
  const SeenFace seen(elevation, face, density), other_seen(elevation, side.other, other_density);
  constexpr double kConfidence = 0.7;  // share: no void shows the door, only its edges do
  std::vector<ElevationBox> known = taken;
  for (const int sense : {1, -1})  // leaves lie behind their casing, if there is one
    while (const auto door = clearest(elevation, relief, sense, ceiling, known)) {
      known.push_back({.c0 = door->c0, .c1 = door->c1, .r0 = 0, .r1 = door->head});
      if (door->head == elevation.rows_in(kLowestHead))
        continue;  // what is clearest there ends lower: a cupboard
      if (share_seen(known.back(), seen) <= kNearlyAll) continue;
      if (!elevation.outer && share_seen(known.back(), other_seen) > kSome) continue;
      FoundOpening opening;
      opening.type = OpeningType::kDoor;
      opening.span = {elevation.from + door->c0 * elevation.step, elevation.from + door->c1 * elevation.step};
      opening.head = door->head * elevation.rise;
      opening.jamb_sigma = jambs;
      opening.head_sigma = elevation.rise / 2;
      opening.confidence = kConfidence;
      openings.push_back(opening);
    }
}

}  // namespace storey
