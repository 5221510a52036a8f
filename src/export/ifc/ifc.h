// The plan as a building model: IFC4 (ISO 16739-1:2018) in a STEP file.
#pragma once

#include <string>

#include "storey/options.h"
#include "storey/plan.h"

namespace storey {

/// IfcProject, IfcSite, IfcBuilding, an IfcBuildingStorey for each storey; walls with the openings that doors
/// and windows fill, spaces with Qto_SpaceBaseQuantities, columns, stairs, floor slabs. Metres, in the plan's
/// frame: the site stands at a whole number of metres near the building, so that coordinates within it stay
/// small. What was measured how well is in the property set "Storey_Measurement" of every element.
/// `options.title` names project, address and date; without a date the file has the epoch's, so that the same
/// plan gives the same bytes.
std::string plan_to_ifc(const Plan& plan, const Options& options);

}  // namespace storey
