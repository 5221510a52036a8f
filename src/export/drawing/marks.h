// The numbers by which drawings and schedules name doors, windows and rooms.
#pragma once

#include <map>
#include <string>

#include "storey/plan.h"

namespace storey::drawing {

/// From an element's id to its mark: doors D1, D2 …, windows W1 …, openings O1 …, counted through the plan;
/// rooms by storey, 001 … on the lowest, 101 … on the next.
using Marks = std::map<std::string, std::string>;

Marks marks_of(const Plan& plan);

}  // namespace storey::drawing
