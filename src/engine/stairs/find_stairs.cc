#include "engine/stairs/find_stairs.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>

#include "engine/scan/majority.h"
#include "engine/stairs/stair_outline.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

constexpr double kFine = 0.05;    // m: five cells in the depth of a tread, six voxels in a cell
constexpr double kCoarse = 0.10;  // m: of thin scans a hit in each cell, and two in the depth of a tread

/// Hidden treads between a flight and the floor `gap` (m) away, if a whole number of risers fits: flights do
/// not begin in the air. Not more than were seen.
int hidden_treads(double gap, double riser, std::size_t seen) {
  constexpr double kOff = 0.2;  // share of a riser: floors have coverings
  const double risers = gap / riser;
  const int whole = static_cast<int>(std::round(risers));
  return std::abs(risers - whole) < kOff && whole >= 1 && whole <= static_cast<int>(seen) + 1 ? whole - 1 : 0;
}

/// Treads below and above those that were seen: a straight flight goes on to the floors.
struct HiddenTreads {
  int below = 0, above = 0;
};

HiddenTreads hidden_ends(const Flight& flight, const std::vector<Tread>& treads, const StoreyLevel& level) {
  const double first = treads[static_cast<std::size_t>(flight.treads.front())].z;
  const double last = treads[static_cast<std::size_t>(flight.treads.back())].z;
  HiddenTreads hidden;
  hidden.below = hidden_treads(first - level.floor_z, flight.riser, flight.treads.size());
  if (level.next_floor_z)
    hidden.above = hidden_treads(*level.next_floor_z - last, flight.riser, flight.treads.size());
  return hidden;
}

/// Does the flight begin so high that a floor below it, or a flight as long up to its landing, cannot be
/// where one comes from? Vaults and goods on high shelves rise in steps, too.
bool begins_in_the_air(const Flight& flight, const std::vector<Tread>& treads, const StoreyLevel& level) {
  const double gap = treads[static_cast<std::size_t>(flight.treads.front())].z - level.floor_z;
  return gap > 2 * static_cast<double>(flight.treads.size()) * flight.riser;
}

/// By how many treads were seen, and how regularly they rise.
double confidence_of(const Flight& flight, int treads) {
  constexpr double kManyTreads = 8;  // treads: so many in a row are nothing else
  const auto seen = static_cast<double>(flight.treads.size());
  return seen / treads * std::min(1.0, 0.5 + 0.5 * seen / kManyTreads) *
         (1 - 0.5 * std::min(1.0, flight.rms / kRiserRms));
}

FoundStair describe(const Flight& flight, const std::vector<Tread>& treads, const StairFootprint& footprint,
                    const StoreyLevel& level) {
  int count = flight.number.back() + 1;
  StairOutline outline;
  if (const std::optional<StraightFlight> fit = fit_straight(flight, treads, footprint)) {
    const HiddenTreads hidden = hidden_ends(flight, treads, level);
    count += hidden.below + hidden.above;
    outline = outline_straight(*fit, hidden.below, count);
  } else {
    outline = outline_turning(flight, treads, footprint);
  }
  return {std::move(outline.ring), count + 1, outline.up_from, outline.up_to, confidence_of(flight, count)};
}

/// Undersides of a flight rise like it does: of two that lie over each other, the longer.
bool lies_over(const FoundStair& stair, const std::vector<FoundStair>& others) {
  const Vec2 middle = (stair.up_from + stair.up_to) / 2;
  return std::ranges::any_of(others,
                             [&](const FoundStair& other) { return contains(other.outline, middle); });
}

/// The stairs whose treads show on cells of that size (m).
std::vector<FoundStair> stairs_on(const LevelCloud& cloud, const StoreyRaster& raster, double cell_size) {
  LevelCells cells = level_cells(cloud, raster, cell_size);
  const std::vector<Tread> treads = find_treads(cells, raster);
  std::vector<Flight> flights = find_flights(treads, cells);
  std::erase_if(flights,
                [&](const Flight& flight) { return begins_in_the_air(flight, treads, raster.level); });
  const std::vector<StairFootprint> footprints = stair_footprints(cloud, cells, treads, flights);
  std::vector<FoundStair> stairs;
  for (std::size_t f = 0; f < flights.size(); ++f) {
    FoundStair stair = describe(flights[f], treads, footprints[f], raster.level);
    if (stair.outline.size() >= 3) stairs.push_back(std::move(stair));
  }
  return stairs;
}

}  // namespace

std::vector<FoundStair> find_stairs(const LevelCloud& cloud, const StoreyRaster& raster) {
  if (raster.columns.empty()) return {};
  std::vector<FoundStair> found = stairs_on(cloud, raster, kFine);
  std::ranges::copy_if(stairs_on(cloud, raster, kCoarse), std::back_inserter(found),
                       [](const FoundStair& stair) { return stair.confidence >= kHalf; });
  std::ranges::stable_sort(found, std::greater{}, &FoundStair::risers);
  std::vector<FoundStair> stairs;
  for (FoundStair& stair : found)
    if (!lies_over(stair, stairs)) stairs.push_back(std::move(stair));
  std::ranges::stable_sort(stairs, std::greater{}, &FoundStair::confidence);
  return stairs;
}

}  // namespace storey
