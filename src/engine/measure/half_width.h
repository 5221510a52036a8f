// How far the truth may be off a measure, where some of what it was taken from may be no wall.
#pragma once

#include <vector>

namespace storey {

/// One of the independent deviations that add up to a measure's, in its unit: m for widths, m² for areas.
struct Deviation {
  double sigma;          ///< standard uncertainty if what was measured is a wall
  double otherwise = 0;  ///< standard uncertainty if it is not
  double chance = 1;     ///< that it is one, 0…1
};

/// What a measure is off that changes by `lever` for each m that a face moves. `sigma`: standard uncertainty
/// of the face across its line, m. `chance`: that it is a wall's; if not, a wall stands somewhere behind.
Deviation deviation_of(double sigma, double chance, double lever = 1);

/// The half-width of the interval around a measure that holds the truth with a chance of 95 %, in the
/// measure's unit. The deviations are independent of each other; each is a mixture of two normal
/// distributions, so that their sum is one of as many as there are ways to choose the edges that lie on no
/// wall.
double half_width(const std::vector<Deviation>& deviations);

}  // namespace storey
