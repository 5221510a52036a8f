// Treads that rise and advance regularly.
#pragma once

#include <vector>

#include "engine/stairs/find_treads.h"

namespace storey {

/// m: twice the lowest riser, as what is higher may be two of them. DIN 18065 has up to 0.21 in dwellings,
/// cellar and attic stairs have up to 0.25.
inline constexpr double kHighRiser = 0.26;
inline constexpr double kHalfGoing = 0.10;  ///< m: of shallow treads, as parts of them may be hidden
inline constexpr double kRiserRms = 0.015;  ///< m of the heights about a regular rise

/// What one climbs from tread to tread.
struct Flight {
  std::vector<int> treads;  ///< upwards
  std::vector<int> number;  ///< of the treads, counted in risers from the first one
  double riser = 0;         ///< m
  double rms = 0;           ///< m, of the heights about a regular rise
};

/// The best flights that share no tread: most treads first, then fewest hidden ones, then most regular.
/// `cells` with treads marked.
std::vector<Flight> find_flights(const std::vector<Tread>& treads, const LevelCells& cells);

}  // namespace storey
