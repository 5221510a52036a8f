// How far a plan agrees with the truth, as a number that moves with every millimetre: finer than the list of
// differences, which says only what lies beyond the tolerances.
#pragma once

#include "storey/plan.h"
#include "truth.h"

namespace storey {

/// Per cent: the mean, over rooms, openings, free columns and stairs, of how much truth and plan share of
/// each (twice the sum of the best overlaps over how many there are in both). 0 where the number of storeys
/// is wrong.
double agreement(const Plan& plan, const simulator::Truth& truth);

/// Rooms and openings that the scan shows: so many faults has a plan that has none of them right.
std::size_t things(const simulator::Truth& truth);
std::size_t things(const Plan& plan);

}  // namespace storey
