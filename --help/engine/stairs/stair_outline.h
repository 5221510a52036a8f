#include "swept.h"
#line 1
// The shape of a flight in plan.
#pragma once

#include <optional>
#include <vector>

#include "engine/stairs/stair_footprint.h"

namespace storey {

/// A straight flight in its own direction.
struct StraightFlight {
  Vec2 up = Vec2::UnitX();
  Interval sides;    ///< along left_of(up), m
  double first = 0;  ///< middle of the lowest tread along `up`, m
  double going = 0;  ///< m
};

/// Goings of a straight flight are equal: single treads may be torn, all together are not. Nothing where the
/// flight turns: treads then lie elsewhere, or beside each other.
std::optional<StraightFlight> fit_straight(const Flight& flight, const std::vector<Tread>& treads,
                                           const StairFootprint& footprint);

/// A flight in plan, m, relative to the cloud's origin.
struct StairOutline {
  std::vector<Vec2> ring;                             ///< counter-clockwise; empty where the flight has none
  Vec2 up_from = Vec2::Zero(), up_to = Vec2::Zero();  ///< middles of the lowest and of the highest tread
};

/// The rectangle of a flight whose treads, the hidden ones included, are `treads` from `hidden_below` before
/// the first one that was seen.
StairOutline outline_straight(const StraightFlight& fit, int hidden_below, int treads);

/// The outline of all treads together that were seen.
StairOutline outline_turning(const Flight& flight, const std::vector<Tread>& treads,
                             const StairFootprint& footprint);

}  // namespace storey
