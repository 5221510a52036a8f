// Sets of stretches of one line.
#pragma once

#include <vector>

#include "geometry/line.h"

namespace storey {

/// How much of `whole` the parts cover, m; what several of them cover counts once. Parts may reach beyond it,
/// and may be of negative length.
double covered_length(const Interval& whole, std::vector<Interval> parts);

}  // namespace storey
