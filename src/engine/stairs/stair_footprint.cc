#include "engine/stairs/stair_footprint.h"

#include <cmath>

namespace storey {
namespace {

/// Which flight a tread belongs to and its place there; -1 for none.
struct Place {
  int flight = -1, index = -1;
};

std::vector<Place> places_of(const std::vector<Tread>& treads, const std::vector<Flight>& flights) {
  std::vector<Place> places(treads.size());
  for (std::size_t f = 0; f < flights.size(); ++f)
    for (std::size_t i = 0; i < flights[f].treads.size(); ++i)
      places[static_cast<std::size_t>(flights[f].treads[i])] = {static_cast<int>(f), static_cast<int>(i)};
  return places;
}

}  // namespace

std::vector<StairFootprint> stair_footprints(const LevelCloud& cloud, const LevelCells& cells,
                                             const std::vector<Tread>& treads,
                                             const std::vector<Flight>& flights) {
  const std::vector<Place> places = places_of(treads, flights);
  std::vector<StairFootprint> prints(flights.size());
  for (std::size_t f = 0; f < flights.size(); ++f) prints[f].treads.resize(flights[f].treads.size());
  Mask near(cells.frame);
  for (std::size_t t = 0; t < treads.size(); ++t)
    for (const LevelIndex i : treads[t].cells) {
      if (places[t].flight < 0) continue;
      const int c = cells.column(cells.levels[i]), r = cells.row(cells.levels[i]);
      each_cell_near(near.frame, c, r, 1, [&](int x, int y) { near.at(x, y) = 1; });
    }
  for (const Surfel& surfel : cloud.surfels) {
    const Vec2 p = surfel.mean.head<2>().cast<double>();
    if (!near.get(p, 0)) continue;
    Place on, beside;
    cells.visit_near(cells.frame.column(p.x()), cells.frame.row(p.y()), 1, [&](LevelIndex i) {
      const int patch = cells.levels[i].tread;
      if (patch < 0 || places[static_cast<std::size_t>(patch)].flight < 0) return;
      const double off = static_cast<double>(surfel.mean.z()) - treads[static_cast<std::size_t>(patch)].z;
      if (std::abs(off) <= kSameLevel)
        on = places[static_cast<std::size_t>(patch)];
      else if (std::abs(off) < kHighRiser)
        beside = places[static_cast<std::size_t>(patch)];
    });
    if (on.flight >= 0)
      prints[static_cast<std::size_t>(on.flight)].treads[static_cast<std::size_t>(on.index)].push_back(p);
    else if (beside.flight >= 0)
      prints[static_cast<std::size_t>(beside.flight)].faces.push_back(p);
  }
  return prints;
}

}  // namespace storey
