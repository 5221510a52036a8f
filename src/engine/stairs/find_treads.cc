#include "engine/stairs/find_treads.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"

namespace storey {
namespace {

constexpr double kHeadFrom = 0.3, kHeadTo = 1.5;  // m above a tread that have to be free; codes ask for 2
constexpr int kBridge = 2;  // cells to the next one of the same tread: thin sampling leaves holes

/// Size, height and direction by the moments of the cells: few stray ones do not matter.
Tread measure_tread(const LevelCells& cells, std::vector<LevelIndex> members) {
  Tread tread;
  tread.cells = std::move(members);
  const auto n = static_cast<double>(tread.cells.size());
  for (const LevelIndex i : tread.cells) {
    tread.z += cells.levels[i].z / n;
    tread.centre += cells.centre(cells.levels[i]) / n;
  }
  double xx = 0, xy = 0, yy = 0;
  for (const LevelIndex i : tread.cells) {
    const Vec2 d = cells.centre(cells.levels[i]) - tread.centre;
    xx += d.x() * d.x() / n;
    xy += d.x() * d.y() / n;
    yy += d.y() * d.y() / n;
  }
  const double angle = std::atan2(2 * xy, xx - yy) / 2, mean = (xx + yy) / 2;
  const double spread = std::hypot((xx - yy) / 2, xy);
  tread.along = {std::cos(angle), std::sin(angle)};
  tread.length = std::sqrt(12 * (mean + spread)) + cells.frame.cell / 2;  // of a rectangle with these moments
  tread.depth = std::sqrt(12 * std::max(0.0, mean - spread)) + cells.frame.cell / 2;
  return tread;
}

/// Has the surface the size of a tread, of a piece of one, of a wedge, or of a landing?
bool is_tread(Tread& tread, const LevelCells& cells) {
  constexpr double kShortest = 0.2;     // m: pieces of treads that balusters part
  constexpr double kShallowest = 0.08;  // m: what noses and shadows leave of a tread
  constexpr double kFilled = 0.35;      // share of its rectangle: wedges fill half
  constexpr double kWhole = 0.4;        // m long: from there on it counts as a whole tread
  constexpr double kLanding = 2.0;      // m: deeper ones are floors
  const double filled = static_cast<double>(tread.cells.size()) * cells.frame.cell * cells.frame.cell /
                        (tread.length * tread.depth);
  // No flight is wider than the widest passage.
  if (tread.length < kShortest || tread.length > kWidestPassage || tread.depth < kShallowest ||
      filled < kFilled)
    return false;
  tread.landing = tread.depth > kLongGoing;
  tread.worth = tread.landing ? 0 : tread.length >= kWhole ? 1 : 0.5;
  return tread.depth <= kLanding;
}

/// The level surfaces, those first that have most others of their height around them: edges of treads and the
/// sparse hits on upright faces come last.
std::vector<LevelIndex> clearest_first(const LevelCells& cells) {
  std::vector<int> around(cells.levels.size(), 0);
  std::vector<LevelIndex> order;
  for (LevelIndex i = 0; i < cells.levels.size(); ++i) {
    const LevelCell& own = cells.levels[i];
    cells.visit_near(cells.column(own), cells.row(own), kBridge, [&](LevelIndex other) {
      around[i] += std::abs(cells.levels[other].z - own.z) <= kSameLevel;
    });
    order.push_back(i);
  }
  std::ranges::stable_sort(order, std::greater{}, [&](LevelIndex i) { return around[i]; });
  return order;
}

/// What hangs together with `seed` at its height. Not from cell to cell, or it would climb over risers.
std::vector<LevelIndex> level_with(LevelIndex seed, const LevelCells& cells,
                                   std::vector<std::uint8_t>& seen) {
  std::vector<LevelIndex> members{seed};
  seen[seed] = 1;
  double z = cells.levels[seed].z;
  for (std::size_t done = 0; done < members.size(); ++done) {
    const LevelCell& own = cells.levels[members[done]];
    cells.visit_near(cells.column(own), cells.row(own), kBridge, [&](LevelIndex i) {
      if (seen[i] || std::abs(cells.levels[i].z - z) > kSameLevel) return;
      seen[i] = 1;
      members.push_back(i);
      z += (cells.levels[i].z - z) / static_cast<double>(members.size());
    });
  }
  return members;
}

/// Pieces that hang together and have the size of treads or landings.
std::vector<Tread> connected_pieces(const LevelCells& cells) {
  std::vector<Tread> treads;
  std::vector<std::uint8_t> seen(cells.levels.size(), 0);
  for (const LevelIndex seed : clearest_first(cells)) {
    if (seen[seed]) continue;
    Tread tread = measure_tread(cells, level_with(seed, cells, seen));
    if (is_tread(tread, cells)) treads.push_back(std::move(tread));
  }
  return treads;
}

/// Nobody climbs where there is no room above.
bool has_headroom(const Tread& tread, const LevelCells& cells, const StoreyRaster& raster) {
  const HeightMask head = raster.bins.range(tread.z + kHeadFrom, tread.z + kHeadTo);
  std::size_t under = 0;
  for (const LevelIndex i : tread.cells) under += raster.columns.hit_in(cells.centre(cells.levels[i]), head);
  return static_cast<double>(under) < kSome * static_cast<double>(tread.cells.size());
}

}  // namespace

std::vector<Tread> find_treads(LevelCells& cells, const StoreyRaster& raster) {
  std::vector<Tread> treads = connected_pieces(cells);
  std::erase_if(treads, [&](const Tread& tread) { return !has_headroom(tread, cells, raster); });
  std::ranges::stable_sort(treads, {}, &Tread::z);
  for (std::size_t t = 0; t < treads.size(); ++t)
    for (const LevelIndex i : treads[t].cells) cells.levels[i].tread = static_cast<int>(t);
  return treads;
}

}  // namespace storey
