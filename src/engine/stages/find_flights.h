// Treads that rise and advance regularly.
#pragma once

#include <vector>

#include "engine/stages/find_treads.h"

namespace storey {

inline constexpr double kHighRiser = 0.23;  ///< m; DIN 18065 and cellar stairs, with 1 to 2 cm of noise
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
