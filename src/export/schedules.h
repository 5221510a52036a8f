// Schedules of rooms, doors and windows, and the areas, as CSV (RFC 4180, UTF-8).
#pragma once

#include <string>

#include "export/areas.h"
#include "storey/options.h"
#include "storey/plan.h"

namespace storey {

/// Lengths in mm and areas in m², or inches and square feet: the names of the columns say which. "pm" columns
/// are 95 % half-widths. `from` and `to` of a door are the numbers of the rooms on both sides.
std::string rooms_csv(const Plan& plan, ModelUnits units);
std::string doors_csv(const Plan& plan, ModelUnits units);
std::string windows_csv(const Plan& plan, ModelUnits units);

/// Net and gross of every storey; then, if a standard was asked for, its parts with their rules.
std::string areas_csv(const AreaStatement& statement, ModelUnits units);

}  // namespace storey
