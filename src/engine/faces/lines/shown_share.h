// How much of a face shows, told alike in dense scans and in thin ones, whose beams fall apart.
#pragma once

#include <vector>

namespace storey {

inline constexpr double kBeamsApart = 0.30;  ///< m between hits of one thin scan; what is farther is hidden

/// Share of `bins` height bins that are hit, over all steps with hits within `reach` steps: where beams fall
/// wide apart, the steps between them count too, and what is hidden does not. 1 where nothing is hit.
double fill_about_hits(const std::vector<int>& hits, int reach, double bins);

/// Over how many steps of `step` m, with `density` of the bins hit, a face shows in any of `bins` bins: in 98
/// stretches of 100. At least one.
int steps_to_show(double density, double bins, double step);

/// Share of steps that are hit, or lie between such that are at most `gap` steps apart.
double share_shown(const std::vector<bool>& hit, int gap);

}  // namespace storey
