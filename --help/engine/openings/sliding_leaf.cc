#include "swept.h"
#line 1
#include "engine/openings/sliding_leaf.h"

#include <algorithm>

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
static constexpr auto kLeaf = []() -> double { static sweep::Swept<double> it("sliding_leaf.cc:kLeaf", sweep::Scale::kShare); return it([] { return double(0.3); }); }; 
static constexpr auto kAbove = []() -> double { static sweep::Swept<double> it("sliding_leaf.cc:kAbove", sweep::Scale::kShare); return it([] { return double(0.3); }); }; 
static constexpr auto kWidth = []() -> double { static sweep::Swept<double> it("sliding_leaf.cc:kWidth", sweep::Scale::kShare); return it([] { return double(0.7); }); }; 
static constexpr auto kKnee = []() -> double { static sweep::Swept<double> it("sliding_leaf.cc:kKnee", sweep::Scale::kPlain); return it([] { return double(0.4); }); }; 
static constexpr auto kRail = []() -> double { static sweep::Swept<double> it("sliding_leaf.cc:kRail", sweep::Scale::kPlain); return it([] { return double(0.15); }); }; 
static constexpr auto kPost = []() -> int { static sweep::Swept<int> it("sliding_leaf.cc:kPost", sweep::Scale::kPlain); return it([] { return int(4); }); }; 
  const int width = static_cast<int>(kWidth() * (opening.c1 - opening.c0));
  const int knee = static_cast<int>(kKnee() / elevation.rise), gap = static_cast<int>(kRail() / elevation.rise);
  if (opening.r1 - gap <= knee || opening.r1 + 2 * gap > elevation.rows) return false;
  for (const int first : {opening.c0 - kPost() - width, opening.c1 + kPost()}) {
    if (first < 0 || first + width > elevation.columns) continue;
    const double leaf = share_of(elevation, bits, first, first + width, knee, opening.r1 - gap);
    if (leaf > kLeaf() && share_of(elevation, bits, first, first + width, opening.r1 + gap,
                                 opening.r1 + 2 * gap) < kAbove() * leaf)
      return true;
  }
  return false;
}

}  // namespace storey
