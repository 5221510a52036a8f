// How far a plan agrees with the truth, as a number that moves with every millimetre: finer than the list of
// differences, which says only what lies beyond the tolerances.
#pragma once

#include "engine/engine_run.h"
#include "simulate.h"
#include "storey/plan.h"
#include "truth.h"

namespace storey {

/// Per cent: the mean, over rooms, openings, free columns and stairs, of how much truth and plan share of
/// each (twice the sum of the best overlaps over how many there are in both). 0 where the number of storeys
/// is wrong.
double agreement(const Plan& plan, const simulator::Truth& truth);

/// How far a plan may be off. What one carries about drifts by 3 to 5 mm per metre of way, so that walls that
/// are seen 10 m apart are by 50 mm, however good the engine is.
Tolerances tolerances_of(const simulator::Sensor& sensor);

/// Rooms and openings that the scan shows: so many faults has a plan that has none of them right.
std::size_t things(const simulator::Truth& truth);
std::size_t things(const Plan& plan);

}  // namespace storey
